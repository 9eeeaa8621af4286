// A part of the benchmark: what it is called, and what it gets when it runs.
import type { Measured } from './report/result.ts';

export type Size = 'quick' | 'normal' | 'full' | 'state';

export type PartContext = {
  /** quick: everything in three minutes. full: a million parcels, too. state: six million, too. */
  size: Size;
  /** Tells the person who waits what is being done. */
  say(line: string): void;
};

export type Part = {
  name: string;
  title: string;
  /** Takes too long for the quick form, and says nothing in less. */
  isLeftOutOfQuick?: boolean;
  /** Why nothing of it can be measured on this machine; undefined where it can. */
  missing?(): string | undefined;
  run(context: PartContext): Promise<Measured>;
};
