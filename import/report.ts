// What an import has to say at its end: refused and repaired rows by reason, and what has changed since the last time.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CsvFile } from './csv-file.ts';
import type { SourceChanges } from './staging/compare-sets.ts';
import type { RowFinding } from './staging/group-rows.ts';

export type ImportReport = {
  /** Rows of the source. */
  read: number;
  parcels: number;
  units: number;
  /** Counts by reason. A row may have been repaired in several ways. */
  repaired: ReadonlyMap<string, number>;
  refused: ReadonlyMap<string, number>;
  notes: string[];
  /** Undefined for a source that was not loaded before. */
  changes: SourceChanges | undefined;
  /** The list of refused and repaired rows, if there are any. */
  reportFile: string | undefined;
  changesFile: string | undefined;
};

/** Counts what was found and lists it in a file. */
export class Findings {
  readonly repaired = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly #file: CsvFile;

  constructor(file: CsvFile) {
    this.#file = file;
  }

  add({ row, pin, what, reason }: RowFinding): void {
    const counts = what === 'refused' ? this.refused : this.repaired;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    this.#file.add([row, pin, what, reason]);
  }

  get refusedRows(): number {
    return sumOf(this.refused);
  }

  write(): Promise<void> {
    return this.#file.write();
  }
}

/** Both files of a run carry its time, such as report-2026-11-16-014233.csv. */
export function reportFiles(o: { folder: string; at: Date; isDryRun: boolean }) {
  const [day = '', time = ''] = o.at.toISOString().split(/[T.]/);
  const ending = `${day}-${time.replaceAll(':', '')}${o.isDryRun ? '-dry-run' : ''}.csv`;
  return {
    report: new CsvFile({
      path: join(o.folder, `report-${ending}`),
      header: ['row', 'pin', 'what', 'reason'],
    }),
    changes: new CsvFile({
      path: join(o.folder, `changes-${ending}`),
      header: ['pin', 'what', 'before', 'after'],
    }),
  };
}

/** Of each kind. A county that is refreshed every night has a month of them. */
const KEPT_FILES = 30;

/** Their names begin with the time, so they sort by age. */
export async function removeOldReports(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const kind of ['report', 'changes']) {
    const ofKind = names.filter((name) =>
      new RegExp(`^${kind}-\\d{4}-\\d\\d-\\d\\d-\\d{6}(-dry-run)?\\.csv$`).test(name),
    );
    for (const name of ofKind.sort().slice(0, -KEPT_FILES)) await rm(join(folder, name), { force: true });
  }
}

/** The files have all of them. */
const SHOWN_REASONS = 30;

/** For the terminal: each reason with its count, and a last line with the totals. */
export function reportTable({ read, parcels, units, repaired, refused }: ImportReport): string {
  const lines = [...section('Refused', refused), ...section('Repaired', repaired)];
  const totals = [`${counted(read, 'row')} read`, counted(parcels, 'parcel')];
  if (units > 0) totals.push(counted(units, 'unit'));
  totals.push(`${numberText(sumOf(refused))} refused`, `${numberText(sumOf(repaired))} repaired`);
  return [...lines, `${totals.join(', ')}.`].join('\n');
}

export function changesTable(changes: SourceChanges): string {
  const rows: [number, string][] = [
    [changes.added, 'added'],
    [changes.gone, 'gone'],
    [changes.newOwner, 'with a new owner'],
    [changes.sold, 'sold'],
    [changes.reshaped, 'reshaped'],
  ];
  return ['Since the last import', ...table(rows)].join('\n');
}

function section(title: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const rows = Array.from(counts, ([reason, count]): [number, string] => [count, reason]);
  rows.sort(([count, reason], [otherCount, other]) => otherCount - count || reason.localeCompare(other));
  const others = rows.splice(SHOWN_REASONS);
  if (others.length > 0) {
    rows.push([
      others.reduce((sum, [count]) => sum + count, 0),
      `for ${counted(others.length, 'other reason')}`,
    ]);
  }
  return [title, ...table(rows)];
}

function table(rows: readonly [number, string][]): string[] {
  const width = Math.max(...rows.map(([count]) => numberText(count).length));
  return rows.map(([count, text]) => `  ${numberText(count).padStart(width)}  ${text}`);
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

export function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

function counted(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
