// Tests that SQLite reads a packed R*Tree like one of its own.
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../demo/county/random.ts';
import type { GridBox } from '../storage-grid.ts';
import { PackedRTree } from './packed-rtree.ts';

/** Every third number is a unit, which has no box. */
const idOf = (box: number) => box + 1 + Math.floor(box / 2);

function boxesAround(count: number): GridBox[] {
  const random = randomStream(count, 'boxes');
  return Array.from({ length: count }, (_, i) => {
    const west = Math.round(random.between(-810_000_000, -808_000_000));
    const south = Math.round(random.between(355_000_000, 357_000_000));
    // One in a hundred is as wide as a river.
    const reach = i % 100 === 0 ? 900_000 : 4_000;
    return { west, south, east: west + reach, north: south + Math.round(random.between(0, reach)) };
  });
}

function treeOf(boxes: readonly GridBox[]) {
  const db = new DatabaseSync(':memory:', { defensive: false });
  db.exec('CREATE VIRTUAL TABLE box USING rtree_i32(id, west, east, south, north)');
  const tree = new PackedRTree();
  for (const [i, box] of boxes.entries()) tree.add(idOf(i), box);
  tree.writeTo(db, 'box');
  return db;
}

// A node has 51 cells: from one node up to four levels.
describe.each([0, 1, 51, 52, 2601, 2602, 140_000])('with %i boxes', (count) => {
  const boxes = boxesAround(count);
  const db = treeOf(boxes);

  test('the tree is sound', () => {
    expect(db.prepare("SELECT rtreecheck('box') AS found").get()).toEqual({ found: 'ok' });
    expect(db.prepare('SELECT count(*) AS count FROM box').get()).toEqual({ count });
  });

  test('a query finds the boxes that touch it, and no others', () => {
    const inBox = db.prepare(
      'SELECT id FROM box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? ORDER BY id',
    );
    for (const { west, south, east, north } of boxesAround(40)) {
      const expected = boxes.flatMap((box, i) =>
        box.west <= east && box.east >= west && box.south <= north && box.north >= south ? [idOf(i)] : [],
      );
      expect(inBox.all(east, west, north, south).map((row) => (row as { id: number }).id)).toEqual(expected);
    }
  });
});

test('every box is found by its number, and can be removed', () => {
  const db = treeOf(boxesAround(3000));
  const { id, west } = db.prepare('SELECT id, west FROM box WHERE id = ?').get(idOf(2000)) as GridBox & {
    id: number;
  };
  expect({ id, west }).toEqual({ id: idOf(2000), west: boxesAround(3000)[2000]!.west });
  db.prepare('DELETE FROM box WHERE id = ?').run(id);
  expect(db.prepare("SELECT rtreecheck('box') AS found").get()).toEqual({ found: 'ok' });
});
