// The search library on MapLibre and before our own server: all that it must be told, and all that it gets wrong.
import MapboxGeocoder, { type Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { ClientConfig } from '../../contract/client-config.ts';
import {
  PLACE_RESULTS_MAX,
  PLACE_ZOOM,
  SEARCH_DEBOUNCE_MS,
  SEARCH_QUERY_MAX,
  SEARCH_QUERY_MIN,
} from '../../contract/limits.ts';
import { findParcels, listTogether } from './parcel-suggestions.ts';
import { SEARCH_WORDS } from './search-field.tsx';
import { SEARCH_ICONS } from './search-icons.ts';
import { makeCombobox } from './suggestion-combobox.ts';
import { fieldWords, suggestionHtml } from './suggestion-words.ts';
import { Turns } from './turns.ts';

type Parts = { maps: ClientConfig['maps']; onPick: (picked: Suggestion) => void };

/** Then a focus in the field brings up a keyboard, which covers the place that was found. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

const NOTHING_FOUND = { body: { features: [] } };

export class GeocoderOnMapLibre extends MapboxGeocoder {
  readonly #provider: ClientConfig['maps']['provider'];
  readonly #onPick: Parts['onPick'];
  readonly #turns = new Turns();
  #locatingTurn: number | undefined;
  /** What our own server has found for the words asked for last. */
  #parcels: Suggestion[] = [];
  /** The words that the list is about. */
  #answered = '';
  #hasFailed = false;

  constructor({ maps, onPick }: Parts) {
    super({
      accessToken: maps.accessToken ?? '',
      origin: maps.apiUrl ?? location.origin,
      mapboxgl: { Marker },
      marker: { color: 'var(--accent)', className: 'place-marker' },
      placeholder: SEARCH_WORDS.placeholder,
      minLength: SEARCH_QUERY_MIN,
      limit: PLACE_RESULTS_MAX,
      zoom: PLACE_ZOOM,
      // What has bounds is shown whole, but a short street from no closer than a house.
      // Whatever the map keeps free for a panel, it has room enough.
      flyTo: {
        maxZoom: PLACE_ZOOM,
        padding: { top: 0, right: 0, bottom: 0, left: 0 },
        absolutePadding: true,
      },
      reverseGeocode: true,
      flipCoordinates: true,
      enableGeolocation: true,
      render: suggestionHtml,
      getItemValue: fieldWords,
    });
    this.#provider = maps.provider;
    this.#onPick = onPick;
    this.on('results', () => {
      this.#answered = this.inputString;
    });
    // Unless somebody listens, the library throws. What a person should know stands in the list already.
    this.on('error', ({ error }) => {
      console.warn('The places could not be searched.', error);
      this.#hasFailed = true;
    });
    this.on('result', ({ result }) => {
      if (result.user_coordinates)
        this.#nameOwnPlace(result.place_name ?? result.user_coordinates.join(', '));
    });
  }

  override onAdd(map: MapLibreMap): HTMLElement {
    const element = super.onAdd(map);
    element.classList.add('maplibregl-ctrl');
    // The library sends events to Mapbox's own address only.
    this.eventManager.enableEventLogging = true;
    // With every list the library draws Mapbox's name.
    if (this.#provider === 'embedded') Reflect.deleteProperty(this._typeahead.list, 'draw');
    this.#dropLateAnswers();
    this.#nameControls();
    makeCombobox({
      input: this._inputEl,
      typeahead: this._typeahead,
      isAnswered: () => this.#answered === this._inputEl.value,
      isLocating: () => this.#turns.isLast(this.#locatingTurn),
    });
    return element;
  }

  override createIcon(name: keyof typeof SEARCH_ICONS): SVGSVGElement {
    const icon = super.createIcon(name, SEARCH_ICONS[name]);
    icon.setAttribute('viewBox', '0 0 24 24');
    icon.setAttribute('aria-hidden', 'true');
    return icon;
  }

  override onRemove(): this {
    this.#overtake();
    // Without an interval this flush is the last: the library's own would go on for ever.
    this.eventManager.flushInterval = 0;
    this.eventManager.remove();
    return super.onRemove();
  }

  /** What was typed before there was a field to type it in. */
  takeOver({ value, isFocused }: { value: string; isFocused: boolean }): void {
    this._inputEl.value = value;
    if (isFocused) this._inputEl.focus();
    this._geocode(value);
  }

  override _geocode(text: string): void {
    const isAsked = text === this.inputString;
    if (!this._map || isAsked || text.trim().length < SEARCH_QUERY_MIN) return;
    this.#overtake();
    this.#parcels = [];
    // Under way together with the places, where the library would wait for those first.
    const parcels = this.#turns.unlessOvertaken(findParcels(text));
    this.options.externalGeocoder = async (_, places) => {
      // Taken out, because the library would put all of its own after all of these.
      this.#parcels = listTogether({ places: places.splice(0), parcels: await parcels });
      return this.#parcels;
    };
    super._geocode(text);
  }

  /** The library would forget the parcels that were found although the places were not. */
  override _renderError(): void {
    if (this.#parcels.length > 0) this._typeahead.update(this.#parcels);
    else super._renderError();
  }

  /** The library judges a burst of keys by its last: Enter would leave the words before it unasked. */
  override _onKeyDown(event: KeyboardEvent): void {
    super._onKeyDown(event);
    // What has failed may be tried again.
    if (event.key === 'Enter' && this.#hasFailed) this.inputString = '';
    this._geocode(this._inputEl.value);
  }

  /** The library would ask for the pasted words alone; the whole field is asked about as soon as they are in it. */
  override _onPaste(): void {}

  /** Called when something is picked, and whenever the field is left. */
  override _onChange(): void {
    const before = this.lastSelected;
    super._onChange();
    const { selected } = this._typeahead;
    if (this.lastSelected === before || !selected || selected === true) return;
    this.#settleOn(this._inputEl.value);
    if (isTouched()) this._inputEl.blur();
    this.#onPick(selected);
  }

  // The style sheet shows the button to clear while there are words, and the one to locate while there are none. The
  // library would offer to clear a picked place under a mouse only.
  override _showClearButton(): void {}
  override _hideClearButton(): void {}
  override _showGeolocateButton(): void {}
  override _hideGeolocateButton(): void {}

  override _setInputValue(text: string): void {
    if (isTouched()) this._inputEl.value = text;
    else super._setInputValue(text);
  }

  override _clear(event?: Event): void {
    this.#overtake();
    this.inputString = '';
    super._clear(event);
    this._typeahead.list.draw();
  }

  /** These words are no question: what was not picked must not come back with the next key. */
  #settleOn(words: string): void {
    this.#overtake();
    this.inputString = words;
    this._typeahead.clear();
    this._typeahead.list.draw();
  }

  /** The library has written its address, if there is one. */
  #nameOwnPlace(words: string): void {
    if (!this._inputEl.value) this._setInputValue(words);
    this._typeahead.selected = null;
    this.#settleOn(this._inputEl.value);
  }

  /** Whatever is under way now comes too late. */
  #overtake(): void {
    this.#turns.begin();
    this.#hasFailed = false;
    this._hideLoadingIcon();
  }

  #dropLateAnswers(): void {
    const { geocoderService: service, geolocation } = this;
    this.geocoderService = {
      forwardGeocode: (config) => ({
        send: () => this.#turns.unlessOvertaken(service.forwardGeocode(config).send()),
      }),
      reverseGeocode: (config) => ({
        send: () => {
          const answer = this.#turns.unlessOvertaken(service.reverseGeocode(config).send());
          // One's own place is on the map already, and the library forgets that its address may fail to come.
          return this.#turns.isLast(this.#locatingTurn) ? answer.catch(() => NOTHING_FOUND) : answer;
        },
      }),
    };
    this.geolocation = {
      isSupport: () => geolocation.isSupport(),
      getCurrentPosition: () => {
        this.#locatingTurn = this.#turns.begin();
        return this.#turns.unlessOvertaken(geolocation.getCurrentPosition());
      },
    };
    let asking: ReturnType<typeof setTimeout> | undefined;
    this._inputEl.addEventListener('input', () => {
      // Forgotten, so that the same place can be picked again.
      this._typeahead.selected = null;
      this.lastSelected = null;
      clearTimeout(asking);
      if (this._inputEl.value.length >= SEARCH_QUERY_MIN) {
        // The library listens to keys, and words also come by voice, by a pen or out of the clipboard.
        asking = setTimeout(() => this._geocode(this._inputEl.value), SEARCH_DEBOUNCE_MS);
        return;
      }
      this.#overtake();
      this.inputString = '';
    });
  }

  #nameControls(): void {
    const input = this._inputEl;
    input.ariaLabel = SEARCH_WORDS.name;
    input.maxLength = SEARCH_QUERY_MAX;
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.enterKeyHint = 'search';
    nameButton(this._clearEl, { name: 'Clear search', className: 'place-search-clear' });
    nameButton(this._geolocateEl, { name: 'Locate me', className: 'place-search-locate' });
  }
}

type ButtonNames = { name: string; className: string };

/** There is no button to locate where the browser cannot. */
function nameButton(button: HTMLButtonElement | undefined, { name, className }: ButtonNames): void {
  if (!button) return;
  button.type = 'button';
  button.ariaLabel = name;
  button.title = name;
  button.classList.add(className);
}
