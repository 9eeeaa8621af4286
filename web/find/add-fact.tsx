// Adds a row for any field that a filter can name.
import { useId, useState } from 'react';
import { filterFields } from '../../contract/filter-fields.ts';
import type { FilterField } from '../../contract/parcel-filter.ts';
import { useFields } from './use-field-values.ts';

type AddFactProps = {
  used: readonly FilterField[];
  onAdd: (field: FilterField | 'other') => Promise<void>;
};

/** Until the server has answered, and where it does not. */
const OWN_FIELDS = filterFields([]);

export function AddFact({ used, onAdd }: AddFactProps) {
  const { data: fields = OWN_FIELDS, error } = useFields();
  const [chosen, setChosen] = useState('');
  const id = useId();
  const groups = [...new Set(fields.map(({ group }) => group))];
  const add = () => {
    if (chosen === '') return;
    setChosen('');
    void onAdd(chosen as FilterField | 'other');
  };
  return (
    <div className="find-add">
      <label htmlFor={id} className="find-label">
        Add a fact
      </label>
      <div className="find-line">
        <select
          id={id}
          className="text-input"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          // Enter shows the results elsewhere; here the row is meant.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || chosen === '') return;
            event.preventDefault();
            add();
          }}
        >
          <option value="">Choose…</option>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {fields
                .filter((field) => field.group === group)
                .map(({ name, label, type }) => (
                  // A text may have two words in it; of a number there is one range.
                  <option
                    key={name}
                    value={name}
                    disabled={type !== 'text' && used.includes(name as FilterField)}
                  >
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
          <optgroup label="In the language of filters">
            <option value="other">Other condition</option>
          </optgroup>
        </select>
        <button type="button" className="button-quiet" onClick={add} disabled={chosen === ''}>
          Add
        </button>
      </div>
      {error && <p className="find-problem">The county’s own fields could not be listed. {error.message}</p>}
    </div>
  );
}
