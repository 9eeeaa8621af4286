// Asks how near neighbors may be, and opens them as a set: of a parcel, or of a whole set.
import './neighbors-form.css';
import { type FormEvent, useState } from 'react';
import { FILTER_FEET_MAX } from '../contract/limits.ts';
import { openSet } from './open-set.ts';
import { filterOfNeighbors } from './set-filters.ts';

const feetFormat = new Intl.NumberFormat('en-US');
const TOUCHING = 0;
const DISTANCES_FEET = [TOUCHING, 100, 300, 500, 1000];

type NeighborsFormProps = {
  /** A filter: the land in the middle. */
  of: string;
  /** Of that land, in the set's title. */
  name: string;
};

export function NeighborsForm({ of, name }: NeighborsFormProps) {
  const [feet, setFeet] = useState('300');
  const [crossesStreets, setCrossesStreets] = useState(true);
  const distance = Number(feet);
  const isValid = feet.trim() !== '' && distance >= 0 && distance <= FILTER_FEET_MAX;
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    openSet({
      filter: filterOfNeighbors({ of, feet: distance, crossesStreets }),
      title:
        distance === TOUCHING ? `Touching ${name}` : `Within ${feetFormat.format(distance)} ft of ${name}`,
    });
  };
  return (
    <form className="neighbors-form" onSubmit={show} noValidate>
      <fieldset>
        <legend className="sr-only">How near</legend>
        {DISTANCES_FEET.map((choice) => (
          <label key={choice} className="neighbors-choice">
            <input
              type="radio"
              name="feet"
              checked={feet === String(choice)}
              onChange={() => setFeet(String(choice))}
            />
            {choice === TOUCHING ? 'Touching' : `${feetFormat.format(choice)} ft`}
          </label>
        ))}
        <label className="neighbors-choice">
          or
          <input
            className="text-input neighbors-feet"
            inputMode="decimal"
            value={feet}
            aria-invalid={!isValid}
            aria-label="Feet"
            onChange={({ target }) => setFeet(target.value)}
          />
          ft
        </label>
      </fieldset>
      <label className="neighbors-choice">
        <input
          type="checkbox"
          checked={crossesStreets}
          onChange={({ target }) => setCrossesStreets(target.checked)}
        />
        Across the street counts
      </label>
      {!isValid && (
        <p role="alert" className="basis-full text-sm text-danger">
          A distance from 0 to {feetFormat.format(FILTER_FEET_MAX)} ft.
        </p>
      )}
      <button type="submit" className="button-accent">
        Show neighbors
      </button>
    </form>
  );
}
