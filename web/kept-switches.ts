// Switches of the page that stay as somebody has left them, between visits.
import { create } from 'zustand';
import { keepText, keptJson } from './kept-in-browser.ts';

/** By their names in storage. All are on at first. */
export type KeptSwitch = 'side-lengths' | 'snap-to-parcels';

const STORAGE_KEY = 'switches';

type Switches = Readonly<Partial<Record<KeptSwitch, boolean>>>;

export const useKeptSwitches = create<Switches>()(() => kept());

export const isSwitchedOn = (name: KeptSwitch) => useKeptSwitches.getState()[name] ?? true;

export const useKeptSwitch = (name: KeptSwitch): boolean =>
  useKeptSwitches((switches) => switches[name] ?? true);

export function keepSwitch(name: KeptSwitch, isOn: boolean): void {
  useKeptSwitches.setState({ [name]: isOn });
  keepText(STORAGE_KEY, JSON.stringify({ ...kept(), [name]: isOn }));
}

function kept(): Switches {
  const stored = Object.entries(Object(keptJson(STORAGE_KEY)));
  return Object.fromEntries(stored.filter(([, isOn]) => typeof isOn === 'boolean'));
}
