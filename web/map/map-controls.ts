// The map library's own controls, adapted: scale bar, attribution, and the name of the maps provider.
import { AttributionControl, type IControl, type Map as MapLibreMap, ScaleControl } from 'maplibre-gl';
import { usePreferences } from '../preferences.ts';

const SCALE_WIDTH_MAX_PX = 100;

/** MapLibre's scale bar with a thousands separator: 1,000 ft instead of 1000 ft. */
export class ScaleBar extends ScaleControl {
  #stopFollowing = () => {};
  #observer = new MutationObserver(() => groupDigits(this._container));

  constructor() {
    super({ unit: unitNow(), maxWidth: SCALE_WIDTH_MAX_PX });
  }

  override onAdd(map: MapLibreMap): HTMLElement {
    const element = super.onAdd(map);
    groupDigits(element);
    this.#observer.observe(element, { childList: true });
    this.#stopFollowing = usePreferences.subscribe(() => this.setUnit(unitNow()));
    return element;
  }

  override onRemove(): void {
    this.#observer.disconnect();
    this.#stopFollowing();
    super.onRemove();
  }
}

const unitNow = () => (usePreferences.getState().units === 'us' ? 'imperial' : 'metric');

function groupDigits(element: HTMLElement): void {
  const text = element.textContent ?? '';
  const grouped = text.replace(/\d{4,}/, (digits) => Number(digits).toLocaleString('en-US'));
  if (grouped !== text) element.textContent = grouped;
}

const LIBRARY_CREDIT = '<a href="https://maplibre.org/" target="_blank" rel="noreferrer">MapLibre</a>';

/** MapLibre's compact attribution, collapsed at the start, with the sources of the parcels. */
export class SourceCredit extends AttributionControl {
  constructor(parcelCredit: string | null) {
    super({ compact: true, customAttribution: creditsWith(parcelCredit) });
  }

  /** In place: replacing the control would close it under the eyes of somebody who reads it. */
  change(parcelCredit: string | null): void {
    this.options.customAttribution = creditsWith(parcelCredit);
    this._updateAttributions();
  }

  override onAdd(map: MapLibreMap): HTMLElement {
    const element = super.onAdd(map);
    element.classList.remove('maplibregl-compact-show');
    element.removeAttribute('open');
    return element;
  }
}

function creditsWith(parcelCredit: string | null): string[] {
  return parcelCredit ? [escapeHtml(parcelCredit), LIBRARY_CREDIT] : [LIBRARY_CREDIT];
}

function escapeHtml(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}

/** The maps provider's name on the map, where its terms require it. */
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
