/**
 * A small encoder for WebAssembly modules of plain functions over one imported memory, so that the kernel is source
 * text that can be read and changed without a compiler. Only what the kernel uses is here.
 *
 * Contract: expressions nest as they are evaluated; `encodeModule` gives bytes that `new WebAssembly.Module` accepts.
 * Encoding: WebAssembly Core Specification 2.0, chapter 5 (binary format); SIMD opcodes in §5.4.8.
 */

/** Bytes, nested as the expression is. */
export type Code = readonly (number | Code)[];

export type ValueType = "i32" | "f32" | "v128";

export interface WasmFunction {
  name: string;
  /** All parameters are i32. */
  parameterCount: number;
  result: ValueType | undefined;
  localTypes: ValueType[];
  body: Code;
}

const VALUE_TYPE: Record<ValueType, number> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const END = 0x0b;

/** One function. `body` gets the index of every parameter and local by name; locals start as zero. */
export function wasmFunction<const Parameter extends string, const Local extends string>(definition: {
  name: string;
  parameters: readonly Parameter[];
  locals: Record<Local, ValueType>;
  result?: ValueType;
  body(index: Record<Parameter | Local, number>): Code;
}): WasmFunction {
  const locals = Object.entries<ValueType>(definition.locals);
  const names = [...definition.parameters, ...locals.map(([name]) => name)];
  const index = Object.fromEntries(names.map((name, at) => [name, at])) as Record<Parameter | Local, number>;
  return {
    name: definition.name,
    parameterCount: definition.parameters.length,
    result: definition.result,
    localTypes: locals.map(([, type]) => type),
    body: definition.body(index),
  };
}

export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];
/** Sets and leaves the value on the stack. */
export const tee = (local: number, value: Code): Code => [value, 0x22, unsigned(local)];
/** A block that `continueIf` repeats. */
export const loop = (...body: Code): Code => [0x03, 0x40, body, END];
/** Goes back to the start of the innermost loop when `condition` is not 0. */
export const continueIf = (condition: Code): Code => [condition, 0x0d, 0];

export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  add: (left: Code, right: Code): Code => [left, right, 0x6a],
  sub: (left: Code, right: Code): Code => [left, right, 0x6b],
  mul: (left: Code, right: Code): Code => [left, right, 0x6c],
  ne: (left: Code, right: Code): Code => [left, right, 0x47],
  xor: (left: Code, right: Code): Code => [left, right, 0x73],
  load: (address: Code): Code => [address, 0x28, 2, 0],
};

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  add: (left: Code, right: Code): Code => [left, right, 0x92],
  mul: (left: Code, right: Code): Code => [left, right, 0x94],
  div: (left: Code, right: Code): Code => [left, right, 0x95],
  max: (left: Code, right: Code): Code => [left, right, 0x97],
  sqrt: (value: Code): Code => [value, 0x91],
  store: (address: Code, value: Code): Code => [address, value, 0x38, 2, 0],
};

const simd = (opcode: number, ...immediate: Code): Code => [0xfd, unsigned(opcode), immediate];

export const v128 = {
  zero: (): Code => simd(0x0c, new Array<number>(16).fill(0)),
  /** Any alignment. */
  load: (address: Code, offset = 0): Code => [address, simd(0x00, 0, unsigned(offset))],
  store: (address: Code, value: Code, offset = 0): Code => [address, value, simd(0x0b, 0, unsigned(offset))],
  xor: (left: Code, right: Code): Code => [left, right, simd(0x51)],
};

export const i16x8 = {
  /** Eight signed bytes, widened. */
  load8x8: (address: Code, offset = 0): Code => [address, simd(0x01, 0, unsigned(offset))],
  /** Eight i32 as i16, held at the ends of the range. */
  narrowI32x4: (low: Code, high: Code): Code => [low, high, simd(0x85)],
};

export const i8x16 = {
  /** Sixteen i16 as bytes, held at the ends of the range. */
  narrowI16x8: (low: Code, high: Code): Code => [low, high, simd(0x65)],
};

export const i32x4 = {
  splat: (value: Code): Code => [value, simd(0x11)],
  lane: (vector: Code, lane: number): Code => [vector, simd(0x1b, lane)],
  add: (left: Code, right: Code): Code => [left, right, simd(0xae)],
  mul: (left: Code, right: Code): Code => [left, right, simd(0xb5)],
  /** Whole numbers; 0 for NaN. */
  fromF32x4: (vector: Code): Code => [vector, simd(0xf8)],
  /** Products of eight 16-bit pairs, neighbours added. */
  dotI16x8: (left: Code, right: Code): Code => [left, right, simd(0xba)],
};

export const f32x4 = {
  splat: (value: Code): Code => [value, simd(0x13)],
  lane: (vector: Code, lane: number): Code => [vector, simd(0x1f, lane)],
  abs: (vector: Code): Code => [vector, simd(0xe0)],
  max: (left: Code, right: Code): Code => [left, right, simd(0xe9)],
  /** To the nearest whole number, halves to the even one. */
  nearest: (vector: Code): Code => [vector, simd(0x6a)],
  add: (left: Code, right: Code): Code => [left, right, simd(0xe4)],
  sub: (left: Code, right: Code): Code => [left, right, simd(0xe5)],
  mul: (left: Code, right: Code): Code => [left, right, simd(0xe6)],
  fromI32x4: (vector: Code): Code => [vector, simd(0xfa)],
};

/** Bytes of a module that imports its memory as `env.memory` and exports every function by name. */
export function encodeModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameterCount, result }) => [
    0x60,
    vector(new Array<Code>(parameterCount).fill([VALUE_TYPE.i32])),
    vector(result === undefined ? [] : [[VALUE_TYPE[result]]]),
  ]);
  const bodies = functions.map(({ localTypes, body }) => {
    const locals = vector(localTypes.map((type) => [1, VALUE_TYPE[type]]));
    return sized([locals, body, END]);
  });
  const code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, vector(types)),
    section(2, vector([[text("env"), text("memory"), 0x02, 0x00, 1]])),
    section(3, vector(functions.map((_, at) => unsigned(at)))),
    section(7, vector(functions.map(({ name }, at) => [text(name), 0x00, unsigned(at)]))),
    section(10, vector(bodies)),
  ];
  return new Uint8Array(flatten(code));
}

const section = (id: number, content: Code): Code => [id, sized(content)];
const vector = (items: readonly Code[]): Code => [unsigned(items.length), items];
const text = (value: string): Code => vector([...new TextEncoder().encode(value)].map((byte) => [byte]));

function sized(content: Code): Code {
  const bytes = flatten(content);
  return [unsigned(bytes.length), bytes];
}

function flatten(code: Code): number[] {
  return (code as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
}

/** LEB128, unsigned. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** LEB128, signed, of a 32-bit integer. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return [...bytes, rest & 0x7f];
}
