// One row of the panel: a fact, how it is asked for, and what is asked.
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { fieldLabel } from '../../contract/filter-fields.ts';
import { type FilterField, typeOfField } from '../../contract/parcel-filter.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { type FactRow, type FactTest, modesOf, type Row, type TestMode, testOf } from './criteria.ts';
import { ValuePicks } from './value-picks.tsx';

type CriteriaRowProps = {
  row: Row;
  problem: string | undefined;
  onChange: (row: Row) => void;
  onRemove: () => void;
};

export function CriteriaRow({ row, problem, onChange, onRemove }: CriteriaRowProps) {
  const problemId = useId();
  const name = row.kind === 'fact' ? fieldLabel(row.field) : 'Other condition';
  const wrong: Wrong = problem ? { 'aria-invalid': true, 'aria-describedby': problemId } : {};
  return (
    <fieldset className="find-row" data-row={row.id}>
      <legend>{name}</legend>
      <div className="find-head">
        {row.kind === 'fact' && (
          <ModeChoice
            row={row}
            onChange={(mode) => onChange({ ...row, test: carriedOver(row.test, mode) })}
          />
        )}
        <ControlButton name={`Remove ${name}`} onPress={onRemove}>
          <X size={16} strokeWidth={2} aria-hidden="true" />
        </ControlButton>
      </div>
      {row.kind === 'fact' ? (
        <TestInputs
          field={row.field}
          test={row.test}
          wrong={wrong}
          onChange={(test) => onChange({ ...row, test })}
        />
      ) : (
        <textarea
          className="text-input find-text"
          aria-label="Condition in CQL2 text"
          spellCheck={false}
          rows={3}
          value={row.text}
          {...wrong}
          onChange={({ target }) => onChange({ ...row, text: target.value })}
        />
      )}
      {problem && (
        <p id={problemId} role="alert" className="find-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

type Wrong = Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby'>;

/** Words that were typed are still meant if only their place in the text changes. */
function carriedOver(test: FactTest, mode: TestMode): FactTest {
  const next = testOf(mode);
  return 'text' in test && 'text' in next ? { ...next, text: test.text } : next;
}

const modeWords: Record<TestMode, string> = {
  range: 'from – to',
  'last-years': 'in the last years',
  contains: 'contains',
  begins: 'begins with',
  ends: 'ends with',
  values: 'is one of',
  yes: 'yes',
  no: 'no',
  known: 'is known',
  unknown: 'is not known',
};
const saleWords: Partial<Record<TestMode, string>> = { known: 'sold at some time', unknown: 'never sold' };

function ModeChoice({ row, onChange }: { row: FactRow; onChange: (mode: TestMode) => void }) {
  const { field, test } = row;
  const words = field === 'sale_date' ? { ...modeWords, ...saleWords } : modeWords;
  return (
    <select
      className="find-mode"
      aria-label={`${fieldLabel(field)}: how`}
      value={test.mode}
      onChange={({ target }) => onChange(target.value as TestMode)}
    >
      {modesOf(field).map((mode) => (
        <option key={mode} value={mode}>
          {words[mode]}
        </option>
      ))}
    </select>
  );
}

type TestInputsProps = {
  field: FilterField;
  test: FactTest;
  wrong: Wrong;
  onChange: (test: FactTest) => void;
};

function TestInputs({ field, test, wrong, onChange }: TestInputsProps): ReactNode {
  switch (test.mode) {
    case 'range': {
      const input = {
        className: 'text-input',
        ...(typeOfField(field) === 'date'
          ? { type: 'date' }
          : { type: 'text', inputMode: 'decimal' as const, autoComplete: 'off' }),
        ...wrong,
      };
      const end = (name: 'from' | 'to', words: string) => (
        <label>
          {words}
          <input
            {...input}
            value={test[name]}
            onChange={({ target }) => onChange({ ...test, [name]: target.value })}
          />
        </label>
      );
      return (
        <div className="find-line">
          {end('from', test.isAbove ? 'more than' : 'from')}
          {end('to', test.isBelow ? 'less than' : 'to')}
        </div>
      );
    }
    case 'last-years':
      return (
        <div className="find-line">
          <label>
            in the last
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              className="text-input find-short"
              value={test.years}
              {...wrong}
              onChange={({ target }) => onChange({ ...test, years: target.value })}
            />
            years
          </label>
        </div>
      );
    case 'contains':
    case 'begins':
    case 'ends':
      return (
        <input
          type="text"
          autoComplete="off"
          className="text-input"
          aria-label={`${fieldLabel(field)} ${modeWords[test.mode]}`}
          value={test.text}
          {...wrong}
          onChange={({ target }) => onChange({ ...test, text: target.value })}
        />
      );
    case 'values':
      return (
        <ValuePicks
          field={field}
          picked={test.values}
          onChange={(values) => onChange({ mode: 'values', values })}
        />
      );
    default:
      return null;
  }
}
