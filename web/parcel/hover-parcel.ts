// The parcel under the pointer, read from the properties of its tile feature.

/** Requirement S5 fixes these fields, although `id` repeats `pin` and `owner` repeats `name`. */
export type HoverParcel = {
  id: string;
  pin: string;
  name: string;
  owner: string;
  add1: string | null;
  city: string | null;
  taxacres?: number;
};

/** Property names are matched case-insensitively, since counties differ. Undefined without a PIN. */
export function hoverParcelOf(properties: Readonly<Record<string, unknown>>): HoverParcel | undefined {
  const byName = new Map(Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]));
  const pin = textOf(byName.get('pin'));
  if (!pin) return undefined;
  const name = textOf(byName.get('name')) ?? '';
  const taxacres = numberOf(byName.get('taxacres'));
  return {
    id: pin,
    pin,
    name,
    owner: name,
    add1: textOf(byName.get('add1')) ?? null,
    city: textOf(byName.get('city')) ?? null,
    ...(taxacres !== undefined && { taxacres }),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Number() reads '' and ' ' as 0: exclude them. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
