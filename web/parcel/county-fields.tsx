// The fields that a county publishes beyond the ones Platbook knows, in the county's own words and order.
import { Fragment } from 'react';
import type { CountyField } from '../../contract/parcel.ts';

export function CountyFields({ fields }: { fields: readonly CountyField[] }) {
  return (
    <dl className="county-fields">
      {fields.map(([label, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a county may use a label twice, and the list never changes
        <div key={index}>
          <dt>
            <Label text={label} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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
