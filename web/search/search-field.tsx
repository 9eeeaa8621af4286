// Placeholder search field: looks like the real one, and hands over what was typed once the library has loaded.
import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { SEARCH_QUERY_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import './search-box.css';

export const SEARCH_LABELS = { name: 'Search places', placeholder: 'Search places, owners, PINs' } as const;

type SearchFieldProps = {
  ref: Ref<HTMLInputElement>;
  /** The library could not be loaded; the next touch or key retries. */
  hasFailed: boolean;
};

export function SearchField({ ref, hasFailed }: SearchFieldProps) {
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
        aria-label={SEARCH_LABELS.name}
        placeholder={SEARCH_LABELS.placeholder}
        maxLength={SEARCH_QUERY_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      {/* A live region must be in the DOM before its text, or screen readers stay silent. */}
      <div role="status">
        {hasFailed && (
          <div className="suggestions">
            <p className="mapbox-gl-geocoder--error">{messages.searchNotLoaded}</p>
          </div>
        )}
      </div>
    </div>
  );
}
