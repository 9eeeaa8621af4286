// MapLibre's scale bar, with digits grouped as people write them: 1,000 ft instead of 1000 ft.
import { type Map as MapLibreMap, ScaleControl } from 'maplibre-gl';

const SCALE_WIDTH_MAX_PX = 100;

function groupDigits(element: HTMLElement): void {
  const text = element.textContent ?? '';
  const grouped = text.replace(/\d{4,}/, (digits) => Number(digits).toLocaleString('en-US'));
  if (grouped !== text) element.textContent = grouped;
}

export class ScaleBar extends ScaleControl {
  #rewriting = new MutationObserver(() => groupDigits(this._container));

  constructor() {
    super({ unit: 'imperial', maxWidth: SCALE_WIDTH_MAX_PX });
  }

  override onAdd(map: MapLibreMap): HTMLElement {
    const element = super.onAdd(map);
    groupDigits(element);
    this.#rewriting.observe(element, { childList: true });
    return element;
  }

  override onRemove(): void {
    this.#rewriting.disconnect();
    super.onRemove();
  }
}
