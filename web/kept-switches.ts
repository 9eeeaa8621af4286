// Switches of the page that stay as somebody has left them, between visits.
import { create } from 'zustand';

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
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...kept(), [name]: isOn }));
  } catch {
    // Storage is blocked or full: the choice counts until the page is closed.
  }
}

function kept(): Switches {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return Object.fromEntries(Object.entries(Object(stored)).filter(([, isOn]) => typeof isOn === 'boolean'));
  } catch {
    // Blocked, or not what this page has written.
    return {};
  }
}
