// The preferences: each choice counts at once, and is kept on the account. web/preferences.ts keeps them.
import './settings.css';
import { type ReactNode, useId } from 'react';
import { PRODUCT_NAME } from '../../contract/limits.ts';
import type { MapStyleId } from '../../contract/map-styles.ts';
import { METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { useMapStore } from '../map-store.ts';
import { type Chosen, choose, type Preferences, usePreferences, useSizes } from '../preferences.ts';
import { Modal } from '../ui/modal.tsx';

const close = () => useMapStore.setState({ panel: 'none' });

type SettingsDialogProps = {
  /** Those that there are for this land. */
  basemaps: readonly { id: MapStyleId; name: string }[];
  /** Whether there are lines to choose among. */
  hasContours: boolean;
};

export function SettingsDialog(props: SettingsDialogProps) {
  const isOpen = useMapStore(({ panel }) => panel === 'preferences');
  return (
    <Modal title="Settings" isOpen={isOpen} onClose={close} hasCloseButton>
      <Choices {...props} />
    </Modal>
  );
}

type ChoiceOf<Name extends keyof Preferences> = readonly { value: Preferences[Name]; label: string }[];

const THEMES: ChoiceOf<'theme'> = [
  { value: 'system', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const UNITS: ChoiceOf<'units'> = [
  { value: 'us', label: 'Feet and acres' },
  { value: 'metric', label: 'Meters and hectares' },
];
const COORDINATES: ChoiceOf<'coordinates'> = [
  { value: 'degrees', label: 'Degrees' },
  { value: 'utm', label: 'UTM' },
  { value: 'state-plane', label: 'State Plane' },
];
/** What the lines are multiples of: the tiles have one every 20 feet. */
const CONTOUR_FEET = [20, 40, 100, 200];

function Choices({ basemaps, hasContours }: SettingsDialogProps) {
  const { basemap, ownerNames, savedMarks, contourFeet } = usePreferences();
  const { short } = useSizes();
  const inMeters = (feet: number) =>
    ` (${((feet * METERS_PER_FOOT) / short.meters).toFixed(0)} ${short.unit})`;
  return (
    <div className="settings">
      <Radios name="theme" title="Theme" choices={THEMES} />
      <Radios name="units" title="Units" choices={UNITS} />
      <Radios name="coordinates" title="Coordinates" choices={COORDINATES} />
      {basemaps.length > 1 && (
        <Select
          label="Basemap"
          // One that this land does not have is kept for land that does.
          value={basemaps.some(({ id }) => id === basemap) ? basemap : basemaps[0]!.id}
          options={basemaps.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => choose({ basemap: id })}
        />
      )}
      {hasContours && (
        <Select
          label="Contour lines"
          value={String(contourFeet)}
          options={CONTOUR_FEET.map((feet) => ({
            value: String(feet),
            label: `every ${feet} ft${short.unit === 'ft' ? '' : inMeters(feet)}`,
          }))}
          onChange={(feet) => choose({ contourFeet: Number(feet) })}
        />
      )}
      <div className="settings-checks">
        <Checkbox
          label="Show Owner Names"
          isOn={ownerNames}
          onChange={(isOn) => choose({ ownerNames: isOn })}
        />
        <Checkbox
          label="Show Saved Parcels"
          isOn={savedMarks}
          onChange={(isOn) => choose({ savedMarks: isOn })}
        />
      </div>
      <Kept />
      <Version />
    </div>
  );
}

/** For whoever reports a mistake. */
function Version() {
  const version = useMapStore((state) => state.version);
  return (
    version && (
      <p className="text-xs text-ink-soft">
        {PRODUCT_NAME} {version}
      </p>
    )
  );
}

/** A live region: said when it changes. */
function Kept() {
  const isKept = usePreferences(({ isAway, unsent }) => !isAway || Object.keys(unsent).length === 0);
  return (
    <p role="status" className="text-xs text-ink-soft">
      {isKept
        ? 'Kept with your account, for all of your devices.'
        : 'The server cannot be reached. Your choices are kept in this browser and sent when it is back.'}
    </p>
  );
}

type RadiosProps<Name extends 'theme' | 'units' | 'coordinates'> = {
  name: Name;
  title: string;
  choices: ChoiceOf<Name>;
};

function Radios<Name extends 'theme' | 'units' | 'coordinates'>({ name, title, choices }: RadiosProps<Name>) {
  const chosen = usePreferences((state) => state[name]);
  return (
    <fieldset className="settings-row">
      <legend>{title}</legend>
      <div className="settings-radios">
        {choices.map(({ value, label }) => (
          <label key={value} className="settings-choice">
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => choose({ [name]: value } as Chosen)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className="settings-row">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
        className="text-input"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

type CheckboxProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    <label className="settings-choice">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
