// A fake map for component tests, without WebGL: only the events and methods that controls and notices use.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { vi } from 'vitest';

type Listener = (event: object) => void;

export function eventMap({ zoom = 13 }: { zoom?: number } = {}) {
  const listeners = new Map<string, Set<Listener>>();
  let current = zoom;
  const off = (type: string, listener: Listener) => listeners.get(type)?.delete(listener);
  const on = (type: string, listener: Listener) => {
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    return { unsubscribe: () => off(type, listener) };
  };
  const fire = (type: string, event: object = {}) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener(event);
  };
  const setZoom = (next: number) => {
    current = next;
    fire('zoom');
  };
  const methods = {
    on,
    off,
    getZoom: () => current,
    zoomIn: vi.fn(() => setZoom(current + 1)),
    zoomOut: vi.fn(() => setZoom(current - 1)),
    flyTo: vi.fn(),
    getStyle: vi.fn(() => ({ layers: [] })),
    removeSource: vi.fn(),
    addSource: vi.fn(),
  };
  return { map: methods as unknown as MapLibreMap, methods, fire, setZoom };
}
