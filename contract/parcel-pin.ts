// How a parcel is named where several counties are loaded. The PIN of a second county may exist in the first one, too.

const SEPARATOR = '~';

/**
 * The name of a parcel in addresses, in tiles and among saved parcels: its PIN alone in the county that was loaded first,
 * `PIN~source` in every other one. A county keeps its way when the first one is removed.
 */
export function qualifiedPin({ pin, source }: { pin: string; source: string | undefined }): string {
  return source === undefined ? pin : `${pin}${SEPARATOR}${source}`;
}

/** Undefined for a PIN without a source. */
export function splitQualifiedPin(qualified: string): { pin: string; source: string } | undefined {
  const [, pin, source] = /^(.+)~([a-z0-9][a-z0-9-]{0,39})$/s.exec(qualified) ?? [];
  return pin === undefined || source === undefined ? undefined : { pin, source };
}

/** The PIN as the county writes it, which is what people see. */
export function pinLabel(qualified: string): string {
  return splitQualifiedPin(qualified)?.pin ?? qualified;
}

/** The name that holds whatever else is loaded, also when the county is gone: `PIN~source` even in the first one. */
export function lastingPin({ pin, source }: { pin: string; source: string }): string {
  return `${pinLabel(pin)}${SEPARATOR}${source}`;
}

/** A bare PIN may be answered with the parcel of another county, which is named `PIN~source`. */
export function answersFor(asked: string, pin: string | undefined): boolean {
  return pin !== undefined && (pin === asked || pinLabel(pin) === asked);
}
