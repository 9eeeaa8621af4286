// Answers search requests in component tests. The search library uses XMLHttpRequest, our own parcel search uses fetch.
import { vi } from 'vitest';
import type { ParcelMatch } from '../../contract/parcel.ts';

type Place = {
  id: string;
  type: 'Feature';
  place_type: string[];
  place_name: string;
  relevance: number;
  center: [number, number];
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: object;
};

let placeCount = 0;

export function placeAt(
  place_name: string,
  center: [number, number] = [-80.9, 35.6],
  more: object = {},
): Place {
  placeCount += 1;
  return {
    id: `place.${placeCount}`,
    type: 'Feature',
    place_type: ['place'],
    place_name,
    relevance: 1,
    center,
    geometry: { type: 'Point', coordinates: center },
    properties: {},
    ...more,
  };
}

type Answer = Place[] | 'server error' | 'network error';

export type GeocodingStub = {
  /** The address of every geocoding request so far. */
  requests: URL[];
  /** Every batch of telemetry so far: when it was sent, and the names of its events. */
  telemetry: { at: number; events: string[] }[];
  /** The answers by the text searched for. A text without an entry finds nothing. */
  places: Record<string, Answer>;
  /** The parcels that this server's own search finds, or the failure of that search. */
  parcels: ParcelMatch[] | 'server error';
  /** How many parcels there are in all, where the list is asked about more than it shows. */
  parcelCount: number;
  /** The PIN of the parcel at every point, or why there is none. */
  parcelAt: string | 'none' | 'server error';
  /** The points at which a parcel was looked for. */
  pointsAsked: string[];
  /** Keeps the answer to a text back until the returned function is called. */
  hold: (text: string) => () => Promise<void>;
};

/** Call `vi.unstubAllGlobals()` to remove the stub. */
export function stubGeocoding(): GeocodingStub {
  const held = new Map<string, Promise<void>>();
  const stub: GeocodingStub = {
    requests: [],
    telemetry: [],
    places: {},
    parcels: [],
    parcelCount: 0,
    parcelAt: 'none',
    pointsAsked: [],
    hold(text) {
      let release = () => {};
      held.set(text, new Promise<void>((resolve) => (release = resolve)));
      return async () => {
        release();
        await held.get(text);
        // One turn of the event loop for the answer to get through the library's promises.
        await new Promise((resolve) => setTimeout(resolve));
      };
    },
  };

  class StubbedRequest {
    #url = new URL(location.href);
    status = 0;
    statusText = '';
    readyState = 0;
    response = '';
    onload?: () => void;
    onerror?: (error: unknown) => void;
    onreadystatechange?: () => void;

    open(_method: string, url: string): void {
      this.#url = new URL(url);
    }

    setRequestHeader(): void {}

    getAllResponseHeaders(): string {
      return 'content-type: application/json\r\n';
    }

    send(body?: string): void {
      if (this.#url.pathname === '/events/v2') {
        const events: { event: string }[] = JSON.parse(body ?? '[]');
        stub.telemetry.push({ at: Date.now(), events: events.map(({ event }) => event) });
        this.#finish(204, '');
        return;
      }
      stub.requests.push(this.#url);
      const text = decodeURIComponent(this.#url.pathname.split('/').at(-1)!).replace(/\.json$/, '');
      const answer = () => {
        const places = stub.places[text] ?? [];
        if (places === 'network error') this.onerror?.(new ProgressEvent('error'));
        else if (places === 'server error') this.#finish(500, '{}');
        else this.#finish(200, JSON.stringify({ type: 'FeatureCollection', features: places }));
      };
      const waiting = held.get(text);
      if (waiting) waiting.then(answer);
      else queueMicrotask(answer);
    }

    #finish(status: number, response: string): void {
      Object.assign(this, { status, response, readyState: 4 });
      this.onreadystatechange?.call(this);
      this.onload?.();
    }
  }

  vi.stubGlobal('XMLHttpRequest', StubbedRequest);
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, location.href);
    if (pathname === '/api/parcels') return Response.json({ count: stub.parcelCount });
    if (pathname !== '/api/parcels/at') return answerOf(stub.parcels, (parcels) => ({ parcels }));
    stub.pointsAsked.push(`${searchParams.get('lng')},${searchParams.get('lat')}`);
    return stub.parcelAt === 'none'
      ? Response.json({}, { status: 404 })
      : answerOf(stub.parcelAt, (pin) => ({ pin }));
  });
  return stub;
}

function answerOf<Found>(found: Found | 'server error', body: (found: Found) => object): Response {
  return found === 'server error' ? Response.json({}, { status: 500 }) : Response.json(body(found));
}
