// Where to look: anywhere, in what the map shows, or in a drawn shape or near it.
import { useId } from 'react';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { areaInFilter, isTooDetailed } from '../area-in-filter.ts';
import type { Where } from './criteria.ts';

/** A closed shape that somebody has drawn. */
export type DrawnArea = { id: string; name: string; area: AreaGeometry };

type WhereRowProps = {
  where: Where;
  problem: string | undefined;
  drawn: readonly DrawnArea[];
  viewNow: () => AreaGeometry;
  onChange: (where: Where) => void;
};

const VIEW = 'the map view';

export function WhereRow({ where, problem, drawn, viewNow, onChange }: WhereRowProps) {
  const problemId = useId();
  const usable = drawn.filter(({ area }) => !isTooDetailed(area));
  const feet = where.kind === 'anywhere' ? '' : where.feet;
  const takeView = () => onChange({ kind: 'view', area: areaInFilter(viewNow()), feet, name: VIEW });
  const takeShape = ({ area, name }: DrawnArea) =>
    onChange({ kind: 'shape', area: areaInFilter(area), feet, name });
  const [first] = usable;
  // Of a filter that came from elsewhere, or a drawing that has changed since.
  const chosen = usable.find(({ area }) => isChosen(where, area));
  const shapeIsOffered = first !== undefined || where.kind === 'shape';
  return (
    <fieldset className="find-row find-where">
      <legend>Where</legend>
      <div>
        <Choice
          label="Anywhere"
          isOn={where.kind === 'anywhere'}
          onChoose={() => onChange({ kind: 'anywhere' })}
        />
        <Choice label="In the map view" isOn={where.kind === 'view'} onChoose={takeView} />
        <Choice
          label="In a drawn shape"
          isOn={where.kind === 'shape'}
          disabled={!shapeIsOffered}
          onChoose={() => first && takeShape(first)}
        />
      </div>
      {!shapeIsOffered && (
        <p className="find-hint">
          {drawn.length > 0
            ? 'Your shapes have too many corners to find parcels by.'
            : 'Draw a polygon with the draw tools to look in it.'}
        </p>
      )}
      {where.kind === 'view' && (
        <button type="button" className="button-quiet" onClick={takeView}>
          Take the view as it is now
        </button>
      )}
      {where.kind === 'shape' && (
        <select
          className="text-input"
          aria-label="Drawn shape"
          value={chosen?.id ?? ''}
          onChange={({ target }) => {
            const next = usable.find(({ id }) => id === target.value);
            if (next) takeShape(next);
          }}
        >
          {!chosen && <option value="">{where.name}</option>}
          {usable.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {where.kind !== 'anywhere' && (
        <div className="find-line">
          <label>
            or within
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              className="text-input find-short"
              value={feet}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? problemId : undefined}
              onChange={({ target }) => onChange({ ...where, feet: target.value })}
            />
            ft of it
          </label>
        </div>
      )}
      {problem && (
        <p id={problemId} role="alert" className="find-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

const isChosen = (where: Where, area: AreaGeometry) =>
  where.kind === 'shape' && JSON.stringify(where.area) === JSON.stringify(areaInFilter(area));

type ChoiceProps = { label: string; isOn: boolean; disabled?: boolean; onChoose: () => void };

function Choice({ label, isOn, disabled, onChoose }: ChoiceProps) {
  return (
    <label className="find-pick">
      <input type="radio" name="find-where" checked={isOn} disabled={disabled} onChange={onChoose} />
      <span>{label}</span>
    </label>
  );
}
