import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumOf } from "./checksum.ts";
import { createKernel, PAGE_BYTES } from "./kernel.ts";
import { kernelBytes } from "./kernel-code.ts";
import { strideOf } from "./row-store.ts";

const component = fc.double({ min: -1, max: 1, noNaN: true });

function kernelWith(pages: number): NonNullable<ReturnType<typeof createKernel>> {
  const kernel = createKernel(pages);
  if (kernel === undefined) throw new Error("this Node has no WebAssembly SIMD");
  return kernel;
}

describe("the kernel", () => {
  it("is a small module", () => {
    expect(kernelBytes().length).toBeLessThan(2_000);
  });

  it("gives the dot product of every row, whatever the length", () => {
    const kernel = kernelWith(4);
    const shape = fc.integer({ min: 1, max: 200 }).chain((dimensions) =>
      fc.record({
        query: fc.array(component, { minLength: dimensions, maxLength: dimensions }),
        rows: fc.array(fc.array(component, { minLength: dimensions, maxLength: dimensions }), {
          minLength: 1,
          maxLength: 9,
        }),
      }),
    );
    fc.assert(
      fc.property(shape, ({ query, rows }) => {
        const stride = strideOf(query.length);
        const floats = new Float32Array(kernel.memory.buffer).fill(0);
        floats.set(query);
        for (const [at, row] of rows.entries()) floats.set(row, PAGE_BYTES / 4 + at * stride);
        kernel.scanF32(PAGE_BYTES, rows.length, 4 * stride, 0, 2 * PAGE_BYTES);
        for (const [at, row] of rows.entries()) {
          const expected = row.reduce(
            (sum, value, index) => sum + Math.fround(value) * Math.fround(query[index] ?? 0),
            0,
          );
          expect(floats[(2 * PAGE_BYTES) / 4 + at]).toBeCloseTo(expected, 4);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gives listed rows the same bits as a scan", () => {
    const kernel = kernelWith(4);
    const floats = new Float32Array(kernel.memory.buffer);
    for (let at = 0; at < 10 * 64; at++) floats[PAGE_BYTES / 4 + at] = Math.sin(at * 7.3);
    for (let at = 0; at < 64; at++) floats[at] = Math.cos(at * 3.1);
    kernel.scanF32(PAGE_BYTES, 10, 256, 0, 2 * PAGE_BYTES);
    const scanned = [...floats.slice((2 * PAGE_BYTES) / 4, (2 * PAGE_BYTES) / 4 + 10)];
    new Uint32Array(kernel.memory.buffer, 1_024, 4).set([7, 0, 9, 7]);
    kernel.gatherF32(PAGE_BYTES, 1_024, 4, 256, 0, 3 * PAGE_BYTES);
    const gathered = [...floats.slice((3 * PAGE_BYTES) / 4, (3 * PAGE_BYTES) / 4 + 4)];
    expect(gathered).toEqual([scanned[7], scanned[0], scanned[9], scanned[7]]);
  });

  it("sums bytes exactly, also at the ends of their range", () => {
    const kernel = kernelWith(4);
    const bytes = new Int8Array(kernel.memory.buffer);
    const query = new Int16Array(kernel.memory.buffer, 0, 64);
    const rows = fc.array(fc.array(fc.constantFrom(-127, -1, 0, 5, 127), { minLength: 64, maxLength: 64 }), {
      minLength: 1,
      maxLength: 5,
    });
    const steps = fc.array(fc.constantFrom(-4_095, -3, 0, 1, 4_095), { minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(rows, steps, (values, queried) => {
        query.set(queried);
        for (const [at, row] of values.entries()) bytes.set(row, PAGE_BYTES + 64 * at);
        kernel.scanI8(PAGE_BYTES, values.length, 64, 0, 2 * PAGE_BYTES);
        const sums = new Float32Array(kernel.memory.buffer, 2 * PAGE_BYTES, values.length);
        for (const [at, row] of values.entries()) {
          const exact = row.reduce<number>((sum, value, index) => sum + value * (queried[index] ?? 0), 0);
          expect(Math.abs((sums[at] ?? Number.NaN) - exact)).toBeLessThanOrEqual(Math.abs(exact) * 1e-6 + 4);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("rounding to bytes", () => {
  it("gives steps, their size and what was lost", () => {
    const kernel = kernelWith(4);
    const floats = new Float32Array(kernel.memory.buffer);
    const bytes = new Int8Array(kernel.memory.buffer);
    const row = fc.oneof(
      fc.array(component, { minLength: 32, maxLength: 32 }),
      fc.constant(new Array<number>(32).fill(0)),
      fc.constant([1, ...new Array<number>(31).fill(0)]),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        for (const [at, values] of rows.entries()) floats.set(values, PAGE_BYTES / 4 + 32 * at);
        kernel.quantize(PAGE_BYTES, rows.length, 128, 2 * PAGE_BYTES, 3 * PAGE_BYTES, 3 * PAGE_BYTES + 1_024);
        for (const [at, values] of rows.entries()) {
          const scale = floats[(3 * PAGE_BYTES) / 4 + at] ?? Number.NaN;
          const error = floats[(3 * PAGE_BYTES + 1_024) / 4 + at] ?? Number.NaN;
          expect(scale).toBeCloseTo(Math.max(...values.map(Math.abs)) / 127, 6);
          const lost = values.map((value, index) => {
            const step = bytes[2 * PAGE_BYTES + 32 * at + index] ?? Number.NaN;
            expect(Math.abs(value - step * scale)).toBeLessThanOrEqual(scale / 2 + 1e-6);
            return value - step * scale;
          });
          expect(error).toBeCloseTo(Math.hypot(...lost), 5);
        }
      }),
    );
  });
});

describe("the checksum", () => {
  it("is the same with and without the kernel", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(checksumOf(bytes)).toBe(checksumOf(bytes, { scalar: true }));
      }),
    );
    const long = new Uint8Array(600_001).map((_, at) => at * 31);
    expect(checksumOf(long)).toBe(checksumOf(long, { scalar: true }));
  });

  it("sees any changed, added or missing byte, zeros too", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, place, change) => {
          const changed = bytes.slice();
          const at = place % bytes.length;
          changed.set([(bytes[at] ?? 0) ^ change], at);
          const sums = [bytes, changed, bytes.subarray(0, -1), new Uint8Array([...bytes, 0])].map((each) =>
            checksumOf(each),
          );
          expect(new Set(sums).size).toBe(4);
        },
      ),
    );
  });

  it("depends on the order of pieces", () => {
    const bytes = new Uint8Array(128).map((_, at) => at);
    const swapped = new Uint8Array([...bytes.subarray(64), ...bytes.subarray(0, 64)]);
    expect(checksumOf(swapped)).not.toBe(checksumOf(bytes));
  });
});
