// How cards are sorted: they have no headers to press.
import { type SetColumn, type Sorting, sortWordsOf } from './set-columns.ts';

type SortChooserProps = {
  columns: readonly SetColumn[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
};

const OWN_ORDER = 'own-order';

export function SortChooser({ columns, sorting, onSort }: SortChooserProps) {
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined);
  const hasDistance = columns.some(({ id }) => id === 'feet');
  const value = sorting ? `${sorting.isDescending ? '-' : ''}${sorting.column}` : OWN_ORDER;
  return (
    <select
      aria-label="Sort by"
      className="set-door set-sort-chooser"
      value={value}
      onChange={({ target }) => {
        const [, minus, column] = /^(-?)(.*)$/.exec(target.value)!;
        onSort(target.value === OWN_ORDER ? undefined : { column: column!, isDescending: minus === '-' });
      }}
    >
      <option value={OWN_ORDER}>{hasDistance ? 'Nearest first' : 'By PIN'}</option>
      {sortable.flatMap((column) => {
        const { id, label } = column;
        const { up, down } = sortWordsOf(column);
        return [
          <option key={id} value={id}>
            {label}, {up}
          </option>,
          <option key={`-${id}`} value={`-${id}`}>
            {label}, {down}
          </option>,
        ];
      })}
    </select>
  );
}
