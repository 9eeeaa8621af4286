// The values of a field with how many parcels have each, to pick some of them.
import { useState } from 'react';
import { fieldLabel } from '../../contract/filter-fields.ts';
import type { FilterField, FilterValue } from '../../contract/parcel-filter.ts';
import { useFieldValues } from './use-field-values.ts';

type Value = FilterValue | null;
type ValuePicksProps = {
  field: FilterField;
  picked: readonly Value[];
  onChange: (picked: Value[]) => void;
};

/** A longer list can be narrowed down. */
const SEARCHED_FROM = 10;

export function ValuePicks({ field, picked, onChange }: ValuePicksProps) {
  const { data, error, refetch } = useFieldValues(field);
  const [words, setWords] = useState('');
  if (error) {
    return (
      <div role="alert" className="find-failure">
        <p className="wrap-anywhere">The values could not be listed. {error.message}</p>
        <button type="button" className="button-quiet" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    );
  }
  if (!data) return <p className="find-hint">Loading values…</p>;
  const listed = new Set(data.values.map(({ value }) => value));
  // A link may name values that no parcel has, or that are too rare for the list.
  const unlisted = picked.filter((value) => !listed.has(value)).map((value) => ({ value, count: undefined }));
  const all = [...unlisted, ...data.values];
  const wanted = words.trim().toLowerCase();
  const shown = all.filter(
    ({ value }) => picked.includes(value) || valueInWords(value).toLowerCase().includes(wanted),
  );
  const toggle = (value: Value) =>
    onChange(picked.includes(value) ? picked.filter((other) => other !== value) : [...picked, value]);
  return (
    <>
      {all.length >= SEARCHED_FROM && (
        <input
          type="search"
          className="text-input"
          placeholder="Search these values"
          aria-label={`Search the values of ${fieldLabel(field)}`}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          // Enter shows the results elsewhere; here it would do so before anything is picked.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ul className="find-picks">
        {shown.map(({ value, count }) => (
          <li key={`${typeof value} ${value}`}>
            <label className="find-pick">
              <input type="checkbox" checked={picked.includes(value)} onChange={() => toggle(value)} />
              <span>{valueInWords(value)}</span>
              {count !== undefined && <small>{count.toLocaleString('en-US')}</small>}
            </label>
          </li>
        ))}
        {shown.length === 0 && (
          <li className="find-hint">{all.length === 0 ? 'No parcel has a value here.' : 'None of them.'}</li>
        )}
      </ul>
      {data.distinct > data.values.length && (
        <p className="find-hint">
          The {data.values.length} most frequent of {data.distinct.toLocaleString('en-US')}. Choose “contains”
          to find others.
        </p>
      )}
    </>
  );
}

function valueInWords(value: Value): string {
  if (value === null) return 'Not known';
  return value === '' ? 'Empty' : String(value);
}
