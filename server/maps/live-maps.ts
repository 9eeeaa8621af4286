// The maps that the server shows now. They change while it runs: an import puts real land in place of the demo county.
import type { ImagerySource } from '../imagery-source.ts';
import type { Maps } from './open-maps.ts';

export type MapParts = {
  maps: Maps;
  /** Undefined if there is no imagery: then satellite styles show the plain map. */
  imagery: ImagerySource | undefined;
};

export class LiveMaps {
  #parts: MapParts;
  #onReplace: (parts: MapParts) => void = () => {};

  constructor(parts: MapParts) {
    this.#parts = parts;
  }

  current(): MapParts {
    return this.#parts;
  }

  /** The maps before stay open until the server is closed, because requests may still read them. */
  replace(parts: MapParts): void {
    this.#parts = parts;
    this.#onReplace(parts);
  }

  /** One listener: the routes that serve the maps, and close them. */
  follow(onReplace: (parts: MapParts) => void): void {
    this.#onReplace = onReplace;
    onReplace(this.#parts);
  }
}
