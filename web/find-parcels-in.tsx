// Actions of a closed shape: the parcels in it, or within a distance of it, as a set in the results panel.
import { TextSearch } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { formatFilter } from '../contract/cql2/format-filter.ts';
import { FILTER_FEET_MAX } from '../contract/limits.ts';
import type { AreaGeometry } from '../geo/geometry.ts';
import { areaInFilter, isTooDetailed } from './area-in-filter.ts';
import './find-parcels-in.css';
import { openSet } from './open-set.ts';
import { ControlButton } from './ui/control-button.tsx';

/** What many notices ask for. */
const FEET_AT_FIRST = 300;
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

type FindParcelsProps = {
  area: AreaGeometry;
  /** In the set's title: 'a measured area'. */
  name: string;
};

/** A button, and what it opens on a row of its own below: for a row that wraps. */
export function FindParcelsIn(props: FindParcelsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  return (
    <>
      <ControlButton
        name="Find parcels"
        tooltip="Find parcels in it or near it"
        aria-expanded={isOpen}
        aria-controls={isOpen ? choicesId : undefined}
        onPress={() => setIsOpen(!isOpen)}
      >
        <TextSearch size={20} strokeWidth={1.75} aria-hidden="true" />
      </ControlButton>
      {isOpen && <Choices id={choicesId} {...props} />}
    </>
  );
}

function Choices({ id, area, name }: FindParcelsProps & { id: string }) {
  const [text, setText] = useState(String(FEET_AT_FIRST));
  const [isRefused, setIsRefused] = useState(false);
  const refusalId = useId();
  if (isTooDetailed(area)) {
    return (
      <p id={id} className="find-refusal">
        It has too many corners to find parcels by.
      </p>
    );
  }
  const findNear = (event: FormEvent) => {
    event.preventDefault();
    const feet = Number(text.replaceAll(',', ''));
    const isValid = text.trim() !== '' && feet > 0 && feet <= FILTER_FEET_MAX;
    setIsRefused(!isValid);
    if (!isValid) return;
    const filter = formatFilter({ op: 'within-feet', area: areaInFilter(area), feet });
    openSet({ filter, title: `Within ${whole.format(feet)} ft of ${name}` });
  };
  return (
    <div id={id} className="find-parcels">
      <button
        type="button"
        className="tool-button"
        onClick={() =>
          openSet({
            filter: formatFilter({ op: 'intersects', area: areaInFilter(area) }),
            title: `In ${name}`,
          })
        }
      >
        Find parcels in it
      </button>
      <form onSubmit={findNear} noValidate>
        <label>
          Within
          <input
            type="text"
            inputMode="decimal"
            value={text}
            aria-invalid={isRefused}
            aria-describedby={isRefused ? refusalId : undefined}
            onChange={({ target }) => {
              setText(target.value);
              setIsRefused(false);
            }}
            className="text-input"
          />
          ft of it
        </label>
        <button type="submit" aria-label="Find parcels within this distance of it" className="tool-button">
          Find
        </button>
      </form>
      {isRefused && (
        <p id={refusalId} role="alert" className="find-refusal">
          A number of feet, at most {FILTER_FEET_MAX.toLocaleString('en-US')}
        </p>
      )}
    </div>
  );
}
