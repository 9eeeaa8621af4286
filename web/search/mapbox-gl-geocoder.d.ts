// Types of the search library, as far as used or overridden here. Its published types depend on mapbox-gl.
declare module '@mapbox/mapbox-gl-geocoder' {
  import type { Map as MapLibreMap, Marker, MarkerOptions } from 'maplibre-gl';
  import type { ParcelMatch } from '../../contract/parcel.ts';

  /** A place, or a parcel listed among the places, or all parcels. */
  export type Suggestion = {
    id: string;
    type: 'Feature';
    place_name: string;
    /** The name alone. */
    text?: string;
    place_type?: string[];
    /** The house number. */
    address?: string;
    relevance?: number;
    center: [lng: number, lat: number];
    bbox?: [west: number, south: number, east: number, north: number];
    geometry: { type: 'Point'; coordinates: [lng: number, lat: number] };
    properties: Record<string, unknown>;
    context?: { id: string; text: string }[];
    parcel?: ParcelMatch;
    /** All parcels that the text finds, of which the list has only the first. */
    set?: { text: string; count: number };
  };

  export type Answer = { body: { features: Suggestion[] } };
  export type GeocodingService = {
    forwardGeocode(config: object): { send(): Promise<Answer> };
    reverseGeocode(config: object): { send(): Promise<Answer> };
  };

  export type GeocoderOptions = {
    accessToken?: string;
    origin?: string;
    mapboxgl?: { Marker: typeof Marker };
    marker?: MarkerOptions;
    placeholder?: string;
    minLength?: number;
    limit?: number;
    mode?: string;
    countries?: string;
    proximity?: { longitude: number; latitude: number };
    trackProximity?: boolean;
    types?: string;
    autocomplete?: boolean;
    bbox?: [number, number, number, number];
    language?: string;
    routing?: boolean;
    fuzzyMatch?: boolean;
    worldview?: string;
    zoom?: number;
    flyTo?: object;
    reverseGeocode?: boolean;
    /** Reads a typed pair as longitude, latitude; the library's default is latitude, longitude. */
    flipCoordinates?: boolean;
    enableGeolocation?: boolean;
    localGeocoderOnly?: boolean;
    externalGeocoder?: (query: string, places: Suggestion[]) => Promise<Suggestion[]>;
    /** Returns HTML. */
    render?: (suggestion: Suggestion) => string;
    getItemValue?: (suggestion: Suggestion) => string;
  };

  export type SuggestionList = {
    element: HTMLUListElement;
    items: { original: Suggestion }[];
    active: number;
    show(): void;
    hide(): void;
    draw(): void;
    clear(): void;
    drawError(html: string): void;
    isEmpty(): boolean;
    isVisible(): boolean;
  };

  export type Typeahead = {
    list: SuggestionList;
    selected: Suggestion | null;
    update(suggestions: Suggestion[]): void;
    clear(): void;
    handleKeyDown(event: KeyboardEvent): void;
  };

  export default class MapboxGeocoder {
    constructor(options: GeocoderOptions);
    options: GeocoderOptions;
    container: HTMLElement;
    geocoderService: GeocodingService;
    eventManager: {
      enableEventLogging: boolean;
      flushInterval: number;
      getSessionId(): string;
      remove(): void;
    };
    /** The text of the last request. */
    inputString: string;
    lastSelected: string | null;
    _map: MapLibreMap | null;
    _inputEl: HTMLInputElement;
    _clearEl: HTMLButtonElement;
    _geolocateEl: HTMLButtonElement | undefined;
    _typeahead: Typeahead;
    onAdd(map: MapLibreMap): HTMLElement;
    onRemove(): this;
    createIcon(name: string, svg: string): SVGSVGElement;
    on(event: 'error', listener: (event: { error: unknown }) => void): this;
    on(event: 'results' | 'clear', listener: () => void): this;
    _geocode(search: string): unknown;
    _onKeyDown(event: KeyboardEvent): void;
    _onPaste(event: ClipboardEvent): void;
    _onChange(): void;
    _clear(event?: Event): void;
    _fly(place: Partial<Suggestion>): void;
    _removeMarker(): void;
    _renderError(): void;
    _geolocateUser(): void;
    _setInputValue(text: string): void;
    _hideLoadingIcon(): void;
    _showClearButton(): void;
    _hideClearButton(): void;
    _showGeolocateButton(): void;
    _hideGeolocateButton(): void;
  }
}
