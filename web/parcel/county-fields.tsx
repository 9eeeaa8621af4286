// The fields that a county publishes beyond the ones Platbook knows, in the county's own words and order, with a filter where they
// are many.
import { Fragment, useState } from 'react';
import type { CountyField } from '../../contract/parcel.ts';
import { hasWords, ListFilter } from './list-filter.tsx';

/** From this many on, a filter is of more use than scrolling. */
const FILTERED_FROM = 13;

export function CountyFields({ fields }: { fields: readonly CountyField[] }) {
  const [text, setText] = useState('');
  const found = fields.filter(([label, value]) => hasWords(`${label}\n${spaced(label)}\n${value}`, text));
  return (
    <>
      {fields.length >= FILTERED_FROM && (
        <ListFilter
          label="Filter fields of the county"
          placeholder="Name or value"
          text={text}
          onText={setText}
          found={text.trim() ? found.length : undefined}
        />
      )}
      {found.length === 0 ? (
        <p className="list-filter-none">No field with these words.</p>
      ) : (
        <dl className="county-fields">
          {found.map(([label, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a county may use a label twice, and rows have no state
            <div key={index}>
              <dt>
                <Label text={label} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** HEAT_TYPE is found by its words, too. */
const spaced = (label: string) => label.replaceAll('_', ' ');

/** Column names may break after an underscore: TOTAL_MARKET_ / VALUE, not TOTAL_MARKET_VAL / UE. */
function Label({ text }: { text: string }) {
  const [first, ...rest] = text.split('_');
  return (
    <>
      {first}
      {rest.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and the label never changes
        <Fragment key={index}>
          _<wbr />
          {word}
        </Fragment>
      ))}
    </>
  );
}
