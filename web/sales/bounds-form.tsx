// The bounds of comparable sales: how near, how different in size, how long ago.
import { useId } from 'react';
import { SALES_ACRES_PERCENT_MAX, SALES_MILES_MAX, SALES_MONTHS_MAX } from '../../contract/limits.ts';
import type { SalesBounds } from '../comparable-sales.ts';

/** As typed. */
export type BoundsText = Record<keyof SalesBounds, string>;

type Field = { label: string; unit: string; min: number; max: number; isWhole?: boolean };

/** In this order they take two lines on a phone. */
const fields: Record<keyof SalesBounds, Field> = {
  miles: { label: 'Within', unit: 'miles', min: 0, max: SALES_MILES_MAX },
  acres: { label: 'Acres ±', unit: '%', min: 0, max: SALES_ACRES_PERCENT_MAX },
  months: { label: 'Sold in the last', unit: 'months', min: 1, max: SALES_MONTHS_MAX, isWhole: true },
};
const names = Object.keys(fields) as (keyof SalesBounds)[];

export const boundsAsText = ({ miles, months, acres }: SalesBounds): BoundsText => ({
  miles: `${miles}`,
  months: `${months}`,
  acres: `${acres}`,
});

function isValid(text: string, { min, max, isWhole }: Field): boolean {
  const value = Number(text);
  return text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

/** Undefined where one of them is none. */
export function readBounds(text: BoundsText): SalesBounds | undefined {
  if (!names.every((name) => isValid(text[name], fields[name]))) return undefined;
  return { miles: Number(text.miles), months: Number(text.months), acres: Number(text.acres) };
}

type BoundsFormProps = {
  text: BoundsText;
  onChange: (text: BoundsText) => void;
  /** Nothing to compare with: the server takes sales of all sizes. */
  isSizeUnknown: boolean;
};

export function BoundsForm({ text, onChange, isSizeUnknown }: BoundsFormProps) {
  const id = useId();
  const wrong = names.filter((name) => !isValid(text[name], fields[name]));
  return (
    // Every change is applied: Enter has nothing to send.
    <form className="sales-bounds" onSubmit={(event) => event.preventDefault()} noValidate>
      {names.map((name) => {
        const { label, unit } = fields[name];
        return (
          <label key={name} className="sales-bound">
            {label}
            <input
              className="text-input"
              inputMode={fields[name].isWhole ? 'numeric' : 'decimal'}
              value={text[name]}
              disabled={name === 'acres' && isSizeUnknown}
              aria-invalid={wrong.includes(name)}
              aria-describedby={wrong.includes(name) ? id : undefined}
              onChange={({ target }) => onChange({ ...text, [name]: target.value })}
            />
            {unit}
          </label>
        );
      })}
      {isSizeUnknown && (
        <p className="basis-full text-ink-soft">
          The acres of this parcel are not known, so sales of all sizes count.
        </p>
      )}
      {wrong.length > 0 && (
        <p id={id} role="alert" className="basis-full text-danger">
          {wrong.map((name) => rule(fields[name])).join(' ')}
        </p>
      )}
    </form>
  );
}

const rule = ({ unit, min, max, isWhole }: Field) =>
  `${isWhole ? 'A whole number' : 'A number'} of ${unit} from ${min} to ${max.toLocaleString('en-US')}.`;
