// The field to search with until the search itself is there: it looks the same, and what is typed into it is not lost.
import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { SEARCH_QUERY_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import './search-box.css';

export const SEARCH_WORDS = { name: 'Search places', placeholder: 'Search places, owners, PINs' } as const;

type SearchFieldProps = {
  ref: Ref<HTMLInputElement>;
  /** The search could not be fetched; the next touch or key tries again. */
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
        aria-label={SEARCH_WORDS.name}
        placeholder={SEARCH_WORDS.placeholder}
        maxLength={SEARCH_QUERY_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      {/* There before its words are: what comes together with them is not said aloud. */}
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
