// The fields that a county publishes beyond the ones Platbook knows, in the county's own words and order.
import type { CountyField } from '../../contract/parcel.ts';

export function CountyFields({ fields }: { fields: readonly CountyField[] }) {
  return (
    <dl className="county-fields">
      {fields.map(([label, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a county may use a label twice, and the list never changes
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
