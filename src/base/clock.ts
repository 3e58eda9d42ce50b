/** The time, as something a test can hold still. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands at `iso` and moves by `stepMs` at each reading (default 0). */
export function fixedClock(iso: string, stepMs = 0): Clock {
  let time = Date.parse(iso);
  return {
    now: () => {
      const reading = new Date(time);
      time += stepMs;
      return reading;
    },
  };
}
