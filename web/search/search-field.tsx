// Placeholder search field: looks like the real one, and hands over what was typed once the library has loaded.
import { Search } from 'lucide-react';
import type { Ref } from 'react';
import type { LoadedCounty, SearchableBy } from '../../contract/client-config.ts';
import { SEARCH_QUERY_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { RefreshPage } from '../ui/refresh-page.tsx';
import './search-box.css';

export const SEARCH_NAME = 'Search places';

/** What the loaded counties have: some publish no owners, some no addresses. */
export function searchHint(counties: readonly Pick<LoadedCounty, 'searchable'>[]): string {
  if (counties.length === 0) return SEARCH_NAME;
  const has = (wanted: SearchableBy) =>
    counties.some(({ searchable }) => searchable?.includes(wanted) ?? true);
  if (has('owner')) return 'Search places, owners, PINs';
  return has('address') ? 'Search addresses, places, PINs' : 'Search places, PINs';
}

type SearchFieldProps = {
  hint: string;
  ref: Ref<HTMLInputElement>;
  /** The library could not be loaded: browsers remember that of a module until the page is loaded again. */
  hasFailed: boolean;
};

export function SearchField({ ref, hint, hasFailed }: SearchFieldProps) {
  return (
    <div className="mapboxgl-ctrl-geocoder">
      <Search
        size={18}
        className="mapboxgl-ctrl-geocoder--icon mapboxgl-ctrl-geocoder--icon-search"
        aria-hidden="true"
      />
      <input
        ref={ref}
        className="mapboxgl-ctrl-geocoder--input"
        aria-label={SEARCH_NAME}
        placeholder={hint}
        maxLength={SEARCH_QUERY_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      {/* A live region must be in the DOM before its text, or screen readers stay silent. */}
      <div role="status">
        {hasFailed && (
          <div className="suggestions">
            <p className="mapbox-gl-geocoder--error">{messages.searchNotLoaded}</p>
            <div className="px-2.5 pb-2">
              <RefreshPage />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
