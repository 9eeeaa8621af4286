// The drawings of an account in memory, behind a stubbed fetch: the rules of store/sql-drawings.ts.
import {
  type DrawingChangesBody,
  type DrawingResult,
  type StoredDrawing,
  shownDrawing,
} from '../contract/drawing.ts';

type Row = StoredDrawing & { base: number; writer: string };

export function drawingsApi() {
  const rows = new Map<string, Row>();
  let clock = 1000;
  const api = {
    /** Of the next calls, as they come: the line breaks before or after the server hears them, or it answers so. */
    troubles: [] as ('unreachable' | 'answer lost' | number)[],
    calls: [] as string[],
    names: () => [...rows.values()].map(({ properties }) => properties.name).sort(),
    has: (id: string) => rows.has(id),
    fetch: async (path: string, init: RequestInit = {}): Promise<Response> => {
      const { method = 'GET', body } = init;
      api.calls.push(`${method} ${path}`);
      const trouble = api.troubles.shift();
      if (trouble === 'unreachable') throw new TypeError('Failed to fetch');
      if (typeof trouble === 'number') return Response.json({ message: 'No.' }, { status: trouble });
      const answer = method === 'GET' ? list() : { results: change(JSON.parse(String(body))) };
      if (trouble === 'answer lost') throw new TypeError('Failed to fetch');
      return Response.json(answer);
    },
  };
  const shown = ({ base: _base, writer: _writer, ...drawing }: Row): StoredDrawing => drawing;
  const list = () => ({
    type: 'FeatureCollection',
    features: [...rows.values()].map((row) => shownDrawing(shown(row))),
  });
  const change = ({ writer, changes }: DrawingChangesBody) =>
    changes.map(({ id, base, drawing }): DrawingResult => {
      const row = rows.get(id);
      const isSame =
        row &&
        JSON.stringify([row.geometry, row.properties]) === JSON.stringify(Object.values(drawing ?? {}));
      const isFree = !row || row.version === base || (row.base === base && row.writer === writer);
      if (!isFree && !isSame) return { outcome: 'stale', id, current: shown(row) };
      if (!drawing) {
        rows.delete(id);
        return { outcome: 'deleted', id };
      }
      if (drawing.properties.name === 'too much')
        return { outcome: 'full', id, message: 'The account is full.' };
      const version = isSame ? row.version : ++clock;
      rows.set(id, { type: 'Feature', id, ...drawing, version, base, writer });
      return { outcome: 'kept', id, version };
    });
  return api;
}
