// MapLibre's compact attribution, closed at the start, naming where the parcels come from.
import { AttributionControl, type Map as MapLibreMap } from 'maplibre-gl';

const LIBRARY_CREDIT = '<a href="https://maplibre.org/" target="_blank" rel="noreferrer">MapLibre</a>';

function asHtml(words: string): string {
  const element = document.createElement('span');
  element.textContent = words;
  return element.innerHTML;
}

export class SourceCredit extends AttributionControl {
  constructor(parcelSource: string | undefined) {
    super({
      compact: true,
      customAttribution: parcelSource ? [asHtml(parcelSource), LIBRARY_CREDIT] : [LIBRARY_CREDIT],
    });
  }

  override onAdd(map: MapLibreMap): HTMLElement {
    const element = super.onAdd(map);
    element.classList.remove('maplibregl-compact-show');
    element.removeAttribute('open');
    return element;
  }
}
