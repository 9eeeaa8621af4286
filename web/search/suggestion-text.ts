// The text of a suggestion: in the list, and in the field once it is picked.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';
import { pinLabel } from '../../contract/parcel-pin.ts';

type SuggestionText = { title: string; detail: string };

export function suggestionText({ place_name, parcel }: Suggestion): SuggestionText {
  if (!parcel) {
    const [title, ...detail] = place_name.split(',');
    return { title: title!.trim(), detail: detail.join(',').trim() };
  }
  const name = `Parcel ${pinLabel(parcel.pin)}`;
  const where = [parcel.site_address, parcel.source];
  const [title, details] = parcel.name ? [parcel.name, [name, ...where]] : [name, where];
  return { title, detail: details.filter(Boolean).join(' · ') };
}

export function fieldText(suggestion: Suggestion): string {
  return suggestion.parcel ? suggestionText(suggestion).title : suggestion.place_name;
}

/** The library expects HTML. Names are set as text nodes, which escapes any markup in them. */
export function suggestionHtml(suggestion: Suggestion): string {
  const { title, detail } = suggestionText(suggestion);
  const lines = [title, detail].filter(Boolean).map((text, index) => {
    const line = document.createElement('span');
    line.className = index === 0 ? 'suggestion-title' : 'suggestion-detail';
    line.textContent = text;
    return line.outerHTML;
  });
  return lines.join('');
}
