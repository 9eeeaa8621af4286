// How large a fault test is: short in `npm run test:long`, long in `npm run test:faults`.

export const isLong = process.env.FAULTS === 'long';

export function size<Value>({ short, long }: { short: Value; long: Value }): Value {
  return isLong ? long : short;
}

/** Tests that wait for real processes; a busy machine takes its time. */
export const FAULT_TIMEOUT_MS = isLong ? 1_800_000 : 600_000;
