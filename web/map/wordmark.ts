// The name of whoever serves the maps, on the map, where its terms ask for that.
import type { IControl } from 'maplibre-gl';

export class Wordmark implements IControl {
  #link = document.createElement('a');

  constructor({ name, url }: { name: string; url: string }) {
    this.#link.className = 'maplibregl-ctrl wordmark';
    this.#link.href = url;
    this.#link.target = '_blank';
    this.#link.rel = 'noreferrer';
    this.#link.textContent = name;
  }

  onAdd(): HTMLElement {
    return this.#link;
  }

  onRemove(): void {
    this.#link.remove();
  }
}
