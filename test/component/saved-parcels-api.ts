// The saved-parcels API in memory, behind a stubbed fetch, for component tests.
import { vi } from 'vitest';
import { SAVED_PARCELS_PAGE } from '../../contract/limits.ts';
import type { SavedParcel } from '../../contract/saved-parcel.ts';
import { stubFetch } from './stub-fetch.ts';

export type ApiRequest = { method: string; path: string; body: Record<string, unknown> | undefined };
type Answer = (request: ApiRequest) => Response | Promise<Response>;

export const savedRecord = (changes: Partial<SavedParcel> = {}): SavedParcel => ({
  id: 'a1',
  parcel_pin: '4631-12-0001',
  parcel_owner_name: 'ADA LOVELACE',
  parcel_address: '7 HERON CT',
  parcel_centroid_lat: 35.62,
  parcel_centroid_lon: -80.86,
  notes: 'First words',
  folder: null,
  color: null,
  ...changes,
});

/** As the server does: `next` only where the list goes on. */
export function pageOf(records: readonly SavedParcel[], path: string) {
  const start = Number(new URL(path, location.href).searchParams.get('after') ?? 0);
  const end = start + SAVED_PARCELS_PAGE;
  return { parcels: records.slice(start, end), ...(end < records.length && { next: String(end) }) };
}

/** Also stores session tokens, so that calls count as signed in. Call `vi.unstubAllGlobals()` to remove the stub. */
export function stubSavedParcelsApi(initial: readonly SavedParcel[] = []) {
  let records = [...initial];
  let nextId = 1;
  let intercept: Answer | undefined;
  const requests: ApiRequest[] = [];
  localStorage.setItem('session_jwt', 'a.b.c');
  localStorage.setItem('session_token', 'secret');

  const answer: Answer = ({ method, path, body }) => {
    const id = path.split('/').at(-1);
    switch (method) {
      case 'GET':
        return Response.json(pageOf(records, path));
      case 'POST':
        if (records.some(({ parcel_pin }) => parcel_pin === body!.parcel_pin))
          return Response.json({ message: 'Conflict.' }, { status: 409 });
        records = [savedRecord({ ...body, id: `new-${nextId++}` }), ...records];
        return Response.json(records[0], { status: 201 });
      case 'PUT':
        records = records.map((record) => (record.id === id ? { ...record, ...body } : record));
        return Response.json(records.find((record) => record.id === id));
      default:
        records = records.filter((record) => record.id !== id);
        return new Response(null, { status: 204 });
    }
  };
  stubFetch((path, { method = 'GET', body }) => {
    const request = { method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined };
    requests.push(request);
    return (intercept ?? answer)(request);
  });

  return {
    requests,
    requestsOf: (method: string) => requests.filter((request) => request.method === method),
    /** Replaces the answers from now on; undefined goes back to the API itself. */
    intercept: (instead: Answer | undefined) => {
      intercept = instead;
    },
    /**
     * Delays all answers until the returned function is called. Each answer is computed when it is requested, so it may
     * be stale by then. The returned function resolves when the page has read all of them.
     */
    hold: () => {
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const held: Response[] = [];
      intercept = async (request) => {
        const response = await answer(request);
        held.push(response);
        await isReleased;
        return response;
      };
      return async () => {
        intercept = undefined;
        release();
        await vi.waitUntil(() => held.every(({ body, bodyUsed }) => bodyUsed || !body));
      };
    },
    /** Adds a record as if the same user had saved it in another tab. */
    saveElsewhere: (record: SavedParcel) => {
      records = [record, ...records];
    },
  };
}

/** Makes the HTTP client throw this error unchanged: reading `ok` throws it, which the client does not catch. */
export function brokenResponse(error: Error): Response {
  const throws = () => {
    throw error;
  };
  return Object.defineProperty(Response.json({}), 'ok', { get: throws });
}
