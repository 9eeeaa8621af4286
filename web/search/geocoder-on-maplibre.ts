// The search library (made for Mapbox GL) on MapLibre and this server: its options, and patches for its bugs.
import MapboxGeocoder, { type Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { type Map as MapLibreMap, Marker, type MarkerOptions } from 'maplibre-gl';
import type { ClientConfig } from '../../contract/client-config.ts';
import {
  PLACE_ZOOM,
  SEARCH_DEBOUNCE_MS,
  SEARCH_QUERY_MAX,
  SEARCH_QUERY_MIN,
  SUGGESTIONS_MAX,
} from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import { type MyLocation, pressMyLocation, useMyLocation } from '../my-location.ts';
import { openSet } from '../open-set.ts';
import { filterOfSearch } from '../set-filters.ts';
import { fitPlace } from './fit-place.ts';
import { allParcels, findParcels, mergeSuggestions, withAll } from './parcel-suggestions.ts';
import { coordinatesSuggestion, parseCoordinates } from './parse-coordinates.ts';
import { pickedParcel } from './picked-parcel.ts';
import { SEARCH_NAME } from './search-field.tsx';
import { StaleResponseGuard } from './stale-response-guard.ts';
import { makeCombobox } from './suggestion-combobox.ts';
import { fieldText, kindOf, type SuggestionKind, suggestionHtml } from './suggestion-text.ts';

type SearchOptions = {
  maps: ClientConfig['maps'];
  /** See searchHint. */
  hint: string;
  /** With the PIN of the parcel that is meant, which may have to be asked for. Undefined: no parcel is meant. */
  onPick: (pin: ReturnType<typeof pickedParcel>) => void;
};

/** On a touch screen, focusing the field opens a keyboard that covers the place found. */
const isTouchScreen = () => matchMedia('(pointer: coarse)').matches;

/** Lucide's icons as SVG content, under the names that the library uses. */
const ICONS = {
  search: '<circle cx="11" cy="11" r="8"/><path d="m21 21-4.34-4.34"/>',
  close: '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>',
  geolocate: '<polygon points="3 11 22 2 13 21 11 13 3 11"/>',
  loading: '<path d="M21 12a9 9 0 1 1-6.219-8.56"/>',
} as const;

/** Its tip stands at the place. */
const PIN: MarkerOptions = { color: 'var(--accent)', className: 'place-marker', scale: 0.8 };

/** Around a house or in a parcel, which is marked itself: a pin would cover a small lot. */
function ring(): MarkerOptions {
  const element = document.createElement('div');
  element.className = 'place-marker place-ring';
  // As the map library's own.
  element.role = 'img';
  element.ariaLabel = 'Map marker';
  return { element };
}

const ON_A_LOT: ReadonlySet<SuggestionKind> = new Set(['owner', 'parcel', 'address', 'coordinates']);

/** The library has bounds of its own for them. */
const PRESET_COUNTRIES = new Set<unknown>(['fr', 'us', 'ru', 'ca']);

export class GeocoderOnMapLibre extends MapboxGeocoder {
  readonly #provider: ClientConfig['maps']['provider'];
  readonly #onPick: SearchOptions['onPick'];
  readonly #requests = new StaleResponseGuard();
  #stopFollowingLocation = () => {};
  /** For the newest request: what was found without the places provider, too. */
  #found: Suggestion[] = [];
  /** The text that the list answers. */
  #answeredText = '';
  #hasFailed = false;

  constructor({ maps, hint, onPick }: SearchOptions) {
    super({
      accessToken: maps.accessToken ?? '',
      origin: maps.apiUrl ?? location.origin,
      mapboxgl: { Marker },
      marker: PIN,
      placeholder: hint,
      minLength: SEARCH_QUERY_MIN,
      limit: SUGGESTIONS_MAX,
      zoom: PLACE_ZOOM,
      // Without padding: on a small screen the space kept free for a panel could leave no room at all.
      flyTo: {
        maxZoom: PLACE_ZOOM,
        padding: { top: 0, right: 0, bottom: 0, left: 0 },
        absolutePadding: true,
      },
      reverseGeocode: true,
      flipCoordinates: true,
      enableGeolocation: true,
      render: suggestionHtml,
      getItemValue: fieldText,
    });
    this.#provider = maps.provider;
    this.#onPick = onPick;
    this.on('results', () => {
      this.#answeredText = this.inputString;
    });
    // Without a listener the library throws. The user sees the failure in the list.
    this.on('error', ({ error }) => {
      console.warn('The places could not be searched.', error);
      this.#hasFailed = true;
    });
  }

  override onAdd(map: MapLibreMap): HTMLElement {
    const element = super.onAdd(map);
    element.classList.add('maplibregl-ctrl');
    // The library disables telemetry for every origin but Mapbox's.
    this.eventManager.enableEventLogging = true;
    // The library's draw() adds "Powered by Mapbox" to every list.
    if (this.#provider === 'embedded') Reflect.deleteProperty(this._typeahead.list, 'draw');
    this.#dropStaleAnswers();
    this.#labelControls();
    this.#stopFollowingLocation = followLocation(this._geolocateEl);
    makeCombobox({
      input: this._inputEl,
      typeahead: this._typeahead,
      isUpToDate: () => this.#answeredText === this._inputEl.value,
    });
    return element;
  }

  override createIcon(name: keyof typeof ICONS): SVGSVGElement {
    const icon = super.createIcon(name, ICONS[name]);
    icon.setAttribute('viewBox', '0 0 24 24');
    icon.setAttribute('aria-hidden', 'true');
    return icon;
  }

  override onRemove(): this {
    this.#stopFollowingLocation();
    this.#invalidate();
    // With an interval of 0 this flush is the last; otherwise the library's timer would run forever.
    this.eventManager.flushInterval = 0;
    this.eventManager.remove();
    return super.onRemove();
  }

  /** After an import or a removal. */
  showHint(hint: string): void {
    this.options.placeholder = hint;
    this._inputEl.placeholder = hint;
  }

  /** Takes over the text and focus of the placeholder field. */
  takeOver({ value, isFocused }: { value: string; isFocused: boolean }): void {
    this._inputEl.value = value;
    if (isFocused) this._inputEl.focus();
    this._geocode(value);
  }

  override _geocode(text: string): void {
    const isRequested = text === this.inputString;
    if (!this._map || isRequested || text.trim().length < SEARCH_QUERY_MIN) return;
    this.#invalidate();
    this.#found = [];
    const point = parseCoordinates(text, this._map.getCenter());
    // Starts at once, in parallel with the places; the library would wait for those first.
    const parcels = this.#requests.unlessStale(findParcels(text));
    this.options.externalGeocoder = async (_, places) => {
      // Empties the library's list of places: it would put all of them after our own.
      const land = useMapStore.getState().counties.map(({ bounds }) => bounds);
      const merged = mergeSuggestions({ text, places: places.splice(0), parcels: await parcels, land });
      const listed = [...(point ? [coordinatesSuggestion(point)] : []), ...merged].slice(0, SUGGESTIONS_MAX);
      const all = await this.#requests.unlessStale(allParcels({ text, found: await parcels, listed }));
      this.#found = withAll(listed, all);
      return this.#found;
    };
    // In the one notation that the library takes for a point.
    const isReversed = point && this.options.reverseGeocode;
    super._geocode(isReversed ? `${point.lng},${point.lat}` : text);
    this.inputString = text;
  }

  /** When the place search fails, the library shows only the error; what was found all the same is listed instead. */
  override _renderError(): void {
    if (this.#found.length > 0) this._typeahead.update(this.#found);
    else super._renderError();
  }

  /** The library debounces keys and looks only at the last: typing fast and pressing Enter would request nothing. */
  override _onKeyDown(event: KeyboardEvent): void {
    super._onKeyDown(event);
    // Enter retries after a failure.
    if (event.key === 'Enter' && this.#hasFailed) this.inputString = '';
    this._geocode(this._inputEl.value);
  }

  /** The library would request only the pasted text. The input listener requests the whole field. */
  override _onPaste(): void {}

  /** Called when a suggestion is picked, and on every blur of the field. */
  override _onChange(): void {
    const picked = this._typeahead.selected;
    if (picked?.set) {
      this.#openAll(picked.set);
      return;
    }
    const before = this.lastSelected;
    if (picked) this.options.marker = ON_A_LOT.has(kindOf(picked)) ? ring() : PIN;
    super._onChange();
    const { selected } = this._typeahead;
    if (this.lastSelected === before || !selected) return;
    this.#showSettled(this._inputEl.value);
    if (isTouchScreen()) this._inputEl.blur();
    this.#onPick(pickedParcel(selected));
  }

  /** No place: the map does not fly there, and has no marker. */
  #openAll({ text }: NonNullable<Suggestion['set']>): void {
    this._typeahead.selected = null;
    this._removeMarker();
    this.#showSettled(text);
    if (isTouchScreen()) this._inputEl.blur();
    openSet({ filter: filterOfSearch(text), title: `Found by “${text}”` });
  }

  // Both buttons are shown and hidden by the style sheet: Clear while there is text, Locate while there is none. The
  // library would show Clear for a picked place only while the mouse is over it.
  override _showClearButton(): void {}
  override _hideClearButton(): void {}
  override _showGeolocateButton(): void {}
  override _hideGeolocateButton(): void {}

  override _fly(place: Partial<Suggestion>): void {
    const { bbox, properties } = place;
    const [west, south, east, north] = bbox ?? [];
    if (west === undefined || !this._map || PRESET_COUNTRIES.has(properties?.short_code)) super._fly(place);
    else fitPlace(this._map, { west, south: south!, east: east!, north: north! });
  }

  /** The same as the button at the map: one location, one way to follow it, one place for what goes wrong. */
  override _geolocateUser(): void {
    pressMyLocation();
  }

  override _setInputValue(text: string): void {
    if (isTouchScreen()) this._inputEl.value = text;
    else super._setInputValue(text);
  }

  override _clear(event?: Event): void {
    this.#invalidate();
    this.inputString = '';
    super._clear(event);
    this._typeahead.list.draw();
  }

  /** Shows text that is not a request, and clears the list, so that the next key does not reopen it. */
  #showSettled(text: string): void {
    this.#invalidate();
    this.inputString = text;
    this._typeahead.clear();
    this._typeahead.list.draw();
  }

  /** Makes every pending answer stale. */
  #invalidate(): void {
    this.#requests.startRequest();
    this.#hasFailed = false;
    this._hideLoadingIcon();
  }

  #dropStaleAnswers(): void {
    const { geocoderService: service } = this;
    this.geocoderService = {
      forwardGeocode: (config) => ({
        send: () => this.#requests.unlessStale(service.forwardGeocode(config).send()),
      }),
      reverseGeocode: (config) => ({
        send: () => this.#requests.unlessStale(service.reverseGeocode(config).send()),
      }),
    };
    let debounce: ReturnType<typeof setTimeout> | undefined;
    this._inputEl.addEventListener('input', () => {
      // Reset, so that the same place can be picked again.
      this._typeahead.selected = null;
      this.lastSelected = null;
      clearTimeout(debounce);
      if (this._inputEl.value.length >= SEARCH_QUERY_MIN) {
        // Debounced here too: the library listens only to keys, but text also comes by voice, pen or paste.
        debounce = setTimeout(() => this._geocode(this._inputEl.value), SEARCH_DEBOUNCE_MS);
        return;
      }
      this.#invalidate();
      this.inputString = '';
    });
  }

  #labelControls(): void {
    const input = this._inputEl;
    input.ariaLabel = SEARCH_NAME;
    input.maxLength = SEARCH_QUERY_MAX;
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.enterKeyHint = 'search';
    labelButton(this._clearEl, { name: 'Clear search', className: 'place-search-clear' });
    labelButton(this._geolocateEl, { name: 'Locate me', className: 'place-search-locate' });
  }
}

type ButtonLabel = { name: string; className: string };

/** The Locate button is undefined where the browser has no geolocation. */
function labelButton(button: HTMLButtonElement | undefined, { name, className }: ButtonLabel): void {
  if (!button) return;
  button.type = 'button';
  button.ariaLabel = name;
  button.title = name;
  button.classList.add(className);
}

/** Until the returned function is called. */
function followLocation(button: HTMLButtonElement | undefined): () => void {
  const show = ({ status }: MyLocation) => {
    if (!button) return;
    button.ariaPressed = String(status === 'following');
    button.ariaBusy = String(status === 'locating');
    button.disabled = status === 'locating';
  };
  show(useMyLocation.getState());
  return useMyLocation.subscribe(show);
}
