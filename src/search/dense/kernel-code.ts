/**
 * The SIMD loops of dense search as a WebAssembly module.
 *
 * One row at a time with four accumulators: taking several rows at once was measured to be slower in every size, and
 * this form already reads at the speed of memory (docs/adr/0041). Addresses and `stride` are bytes and wrap as unsigned
 * 32-bit numbers, so all 4 GiB can be used. Strides are multiples of 64 (f32) or 32 (int8), counts are at least 1.
 */
import {
  type Code,
  continueIf,
  encodeModule,
  f32,
  f32x4,
  get,
  i8x16,
  i16x8,
  i32,
  i32x4,
  loop,
  set,
  tee,
  v128,
  wasmFunction,
} from "./wasm-encoder.ts";

const ACCUMULATORS = { a0: "v128", a1: "v128", a2: "v128", a3: "v128" } as const;

/** FNV-1a prime, for `mix`. */
export const MIX_PRIME = 0x01000193;

const advance = (local: number, bytes: number): Code => set(local, i32.add(get(local), i32.const(bytes)));
const whileCounting = (count: number): Code => continueIf(tee(count, i32.sub(get(count), i32.const(1))));

/** The sum of four lanes, from left to right. `vector` is evaluated into `scratch` first. */
function sumOfLanes(scratch: number, vector: Code): Code {
  const lane = (at: number): Code => f32x4.lane(get(scratch), at);
  return [set(scratch, vector), f32.add(f32.add(lane(0), lane(1)), f32.add(lane(2), lane(3)))];
}

interface RowLocals {
  row: number;
  end: number;
  query: number;
  at: number;
  out: number;
  stride: number;
  a0: number;
  a1: number;
  a2: number;
  a3: number;
}

/** Writes the dot product of the f32 row at `row` and the query to `out`; afterwards `row` is the end of the row. */
function dotF32(local: RowLocals): Code {
  const accumulators = [local.a0, local.a1, local.a2, local.a3];
  const [a0, a1, a2, a3] = [get(local.a0), get(local.a1), get(local.a2), get(local.a3)];
  return [
    set(local.end, i32.add(get(local.row), get(local.stride))),
    set(local.at, get(local.query)),
    accumulators.map((accumulator) => set(accumulator, v128.zero())),
    loop(
      accumulators.map((accumulator, lane) => {
        const product = f32x4.mul(v128.load(get(local.row), 16 * lane), v128.load(get(local.at), 16 * lane));
        return set(accumulator, f32x4.add(get(accumulator), product));
      }),
      advance(local.row, 64),
      advance(local.at, 64),
      continueIf(i32.ne(get(local.row), get(local.end))),
    ),
    f32.store(get(local.out), sumOfLanes(local.a0, f32x4.add(f32x4.add(a0, a1), f32x4.add(a2, a3)))),
    advance(local.out, 4),
  ];
}

const scanF32 = wasmFunction({
  name: "scanF32",
  parameters: ["row", "count", "stride", "query", "out"],
  locals: { end: "i32", at: "i32", ...ACCUMULATORS },
  body: (local) => [loop(dotF32(local), whileCounting(local.count))],
});

/** `list` holds row numbers as u32. */
const gatherF32 = wasmFunction({
  name: "gatherF32",
  parameters: ["rows", "list", "count", "stride", "query", "out"],
  locals: { row: "i32", end: "i32", at: "i32", ...ACCUMULATORS },
  body: (local) => [
    loop(
      set(local.row, i32.add(get(local.rows), i32.mul(i32.load(get(local.list)), get(local.stride)))),
      dotF32(local),
      advance(local.list, 4),
      whileCounting(local.count),
    ),
  ],
});

/** Rows of int8 against a query of int16; sums are i32, written as f32. */
const scanI8 = wasmFunction({
  name: "scanI8",
  parameters: ["row", "count", "stride", "query", "out"],
  locals: { end: "i32", at: "i32", ...ACCUMULATORS },
  body: (local) => {
    const accumulators = [local.a0, local.a1, local.a2, local.a3];
    const [a0, a1, a2, a3] = [get(local.a0), get(local.a1), get(local.a2), get(local.a3)];
    return [
      loop(
        set(local.end, i32.add(get(local.row), get(local.stride))),
        set(local.at, get(local.query)),
        accumulators.map((accumulator) => set(accumulator, v128.zero())),
        loop(
          accumulators.map((accumulator, lane) => {
            const products = i32x4.dotI16x8(
              i16x8.load8x8(get(local.row), 8 * lane),
              v128.load(get(local.at), 16 * lane),
            );
            return set(accumulator, i32x4.add(get(accumulator), products));
          }),
          advance(local.row, 32),
          advance(local.at, 64),
          continueIf(i32.ne(get(local.row), get(local.end))),
        ),
        f32.store(
          get(local.out),
          sumOfLanes(local.a0, f32x4.fromI32x4(i32x4.add(i32x4.add(a0, a1), i32x4.add(a2, a3)))),
        ),
        advance(local.out, 4),
        whileCounting(local.count),
      ),
    ];
  },
});

/**
 * Rounds f32 rows to bytes: `out` gets the steps, `scales` the size of a step per row (largest component / 127), and
 * `errors` the length of what rounding took away. `stride` is the bytes of an f32 row, a multiple of 64.
 */
const quantize = wasmFunction({
  name: "quantize",
  parameters: ["row", "count", "stride", "out", "scales", "errors"],
  locals: { end: "i32", at: "i32", largest: "f32", inverse: "v128", scale: "v128", error: "v128", ...ACCUMULATORS },
  body: (local) => {
    const accumulators = [local.a0, local.a1, local.a2, local.a3];
    const [a0, a1, a2, a3] = [get(local.a0), get(local.a1), get(local.a2), get(local.a3)];
    const largestLane = [0, 1, 2, 3]
      .map((lane) => f32x4.lane(get(local.a0), lane))
      .reduce((left, right) => f32.max(left, right));
    return [
      loop(
        set(local.end, i32.add(get(local.row), get(local.stride))),
        set(local.at, get(local.row)),
        accumulators.map((accumulator) => set(accumulator, v128.zero())),
        loop(
          accumulators.map((accumulator, lane) =>
            set(accumulator, f32x4.max(get(accumulator), f32x4.abs(v128.load(get(local.at), 16 * lane)))),
          ),
          advance(local.at, 64),
          continueIf(i32.ne(get(local.at), get(local.end))),
        ),
        set(local.a0, f32x4.max(f32x4.max(a0, a1), f32x4.max(a2, a3))),
        set(local.largest, largestLane),
        set(local.scale, f32x4.splat(f32.div(get(local.largest), f32.const(127)))),
        // Infinity for a row of zeros; 0 × ∞ is NaN, which becomes the step 0.
        set(local.inverse, f32x4.splat(f32.div(f32.const(127), get(local.largest)))),
        set(local.error, v128.zero()),
        loop(
          accumulators.map((accumulator, lane) => {
            const scaled = f32x4.mul(v128.load(get(local.row), 16 * lane), get(local.inverse));
            return set(accumulator, i32x4.fromF32x4(f32x4.nearest(scaled)));
          }),
          v128.store(get(local.out), i8x16.narrowI16x8(i16x8.narrowI32x4(a0, a1), i16x8.narrowI32x4(a2, a3))),
          accumulators.map((accumulator, lane) => {
            const rounded = f32x4.mul(f32x4.fromI32x4(get(accumulator)), get(local.scale));
            const lost = set(accumulator, f32x4.sub(v128.load(get(local.row), 16 * lane), rounded));
            return [lost, set(local.error, f32x4.add(get(local.error), f32x4.mul(get(accumulator), get(accumulator))))];
          }),
          advance(local.row, 64),
          advance(local.out, 16),
          continueIf(i32.ne(get(local.row), get(local.end))),
        ),
        f32.store(get(local.scales), f32x4.lane(get(local.scale), 0)),
        f32.store(get(local.errors), f32.sqrt(sumOfLanes(local.a0, get(local.error)))),
        advance(local.scales, 4),
        advance(local.errors, 4),
        whileCounting(local.count),
      ),
    ];
  },
});

/**
 * Folds blocks of 64 bytes into the 16 words at `state`: in every lane FNV-1a over 32-bit words. Each step is a
 * bijection of the lane, so a change of one word always shows.
 */
const mix = wasmFunction({
  name: "mix",
  parameters: ["block", "count", "state"],
  locals: { prime: "v128", ...ACCUMULATORS },
  body: (local) => {
    const accumulators = [local.a0, local.a1, local.a2, local.a3];
    return [
      set(local.prime, i32x4.splat(i32.const(MIX_PRIME))),
      accumulators.map((accumulator, lane) => set(accumulator, v128.load(get(local.state), 16 * lane))),
      loop(
        accumulators.map((accumulator, lane) => {
          const mixed = v128.xor(get(accumulator), v128.load(get(local.block), 16 * lane));
          return set(accumulator, i32x4.mul(mixed, get(local.prime)));
        }),
        advance(local.block, 64),
        whileCounting(local.count),
      ),
      accumulators.map((accumulator, lane) => v128.store(get(local.state), get(accumulator), 16 * lane)),
    ];
  },
});

/** Reads blocks of 64 bytes and does next to nothing with them: what memory gives at best. */
const readAll = wasmFunction({
  name: "readAll",
  parameters: ["block", "count"],
  locals: ACCUMULATORS,
  result: "i32",
  body: (local) => {
    const accumulators = [local.a0, local.a1, local.a2, local.a3];
    return [
      loop(
        accumulators.map((accumulator, lane) =>
          set(accumulator, v128.xor(get(accumulator), v128.load(get(local.block), 16 * lane))),
        ),
        advance(local.block, 64),
        whileCounting(local.count),
      ),
      accumulators.map((accumulator) => i32x4.lane(get(accumulator), 0)).reduce((left, right) => i32.xor(left, right)),
    ];
  },
});

/** Bytes of the module. */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  return encodeModule([scanF32, gatherF32, scanI8, quantize, mix, readAll]);
}
