// docs/security.md names every row of the standard once, and tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const [, levelOne = '', levelTwo = ''] = page.split(/^## OWASP ASVS 5\.0, level \d$/m);

/** "1.2.1-5" is 1.2.1 to 1.2.5. */
function expand(ranges: string): string[] {
  return ranges.split(/\s+/).flatMap((range) => {
    const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range)!;
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${section}.${Number(first) + at}`,
    );
  });
}

/** As the page writes them: "1.2.1", "1.2.1, 1.2.2", "1.2.1 to 1.2.3". */
function rowsIn(text: string): string[] {
  return [...text.matchAll(/(\d+\.\d+)\.(\d+)(?: to \1\.(\d+))?/g)].flatMap(
    ([, section, first, last = first]) => expand(`${section}.${first}-${last}`),
  );
}

type TableRow = { ids: string[]; kept: string; how: string; proof: string };

function tableOf(text: string): TableRow[] {
  return [...text.matchAll(/^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm)].map(
    ([, ids, kept, how, proof]) => ({ ids: rowsIn(ids!), kept: kept!, how: how!, proof: proof!.trim() }),
  );
}

const LEVEL_ONE = expand(
  '1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2 6.1.1 6.2.1-8 6.3.1-2 6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1',
);
const LEVEL_TWO = expand(
  '1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2 4.1.2-3 4.2.1 4.3.1-2 4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2 7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3 15.1.2-3 15.2.2-3 15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2',
);

const sorted = (ids: readonly string[]) => [...ids].sort();
const tables = [...tableOf(levelOne), ...tableOf(levelTwo)];

test('the standard has 70 rows at level 1 and 183 more at level 2', () => {
  expect([LEVEL_ONE.length, LEVEL_TWO.length]).toEqual([70, 183]);
});

test('every row of level 1 is in its table, once', () => {
  expect(sorted(tableOf(levelOne).flatMap(({ ids }) => ids))).toEqual(sorted(LEVEL_ONE));
});

test('every row of level 2 is in its table or among those that do not apply, once', () => {
  const others = levelTwo.slice(levelTwo.indexOf('Do not apply:'));
  expect(sorted([...tableOf(levelTwo).flatMap(({ ids }) => ids), ...rowsIn(others)])).toEqual(
    sorted(LEVEL_TWO),
  );
});

describe('what is said of a row', () => {
  test('is one of five words, with the reason', () => {
    const words = ['kept', 'in part', 'not kept', 'by the operator', 'does not apply'];
    expect(tables.filter(({ kept }) => !words.includes(kept))).toEqual([]);
    expect(tables.filter(({ how }) => how.trim() === '')).toEqual([]);
  });

  test('has a proof, unless there is nothing to prove', () => {
    const isAbsence = ({ how }: TableRow) =>
      /^(?:There (?:are none|is no debug mode)|Standards of the web only)$/.test(how);
    const unproved = tables.filter(
      (row) => row.proof === '' && row.kept !== 'does not apply' && !isAbsence(row),
    );
    expect(unproved).toEqual([]);
  });
});

/** The table of attacks has no numbers. */
const attacks = [...page.matchAll(/^\| (\D[^|]+) \| [^|]+ \| (`[^|]+)\|$/gm)].map(([, attack, proof]) => ({
  ids: [attack!],
  proof: proof!,
}));

const proofs = [...tables, ...attacks].flatMap(({ ids, proof }) =>
  [...proof.matchAll(/`([^`]+)`((?:,? ?“[^”]+”)*)/g)].map(([, file, titles]) => ({
    ids: ids.join(' '),
    file: file!,
    titles: [...titles!.matchAll(/“([^”]+)”/g)].map(([, title]) => title!),
  })),
);

test('the tests that the page names exist, with the titles that it quotes', () => {
  expect(attacks.length).toBeGreaterThan(25);
  expect(proofs.length).toBeGreaterThan(170);
  const missing = proofs.flatMap(({ ids, file, titles }) => {
    if (!existsSync(join(root, file))) return [`${ids}: ${file}`];
    const text = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
    return titles.filter((title) => !text.includes(title)).map((title) => `${ids}: ${file} “${title}”`);
  });
  expect(missing).toEqual([]);
});
