// What stands in the list and in the field for a suggestion.
import type { Suggestion } from '@mapbox/mapbox-gl-geocoder';

type Words = { title: string; detail: string };

export function suggestionWords({ place_name, parcel }: Suggestion): Words {
  if (!parcel) {
    const [title, ...detail] = place_name.split(',');
    return { title: title!.trim(), detail: detail.join(',').trim() };
  }
  const name = `Parcel ${parcel.pin}`;
  const where = parcel.site_address ?? '';
  if (!parcel.name) return { title: name, detail: where };
  return { title: parcel.name, detail: where ? `${name} · ${where}` : name };
}

export function fieldWords(suggestion: Suggestion): string {
  return suggestion.parcel ? suggestionWords(suggestion).title : suggestion.place_name;
}

/** The library takes HTML: set as text, so that a name with markup in it is shown as it is written. */
export function suggestionHtml(suggestion: Suggestion): string {
  const { title, detail } = suggestionWords(suggestion);
  const lines = [title, detail].filter(Boolean).map((text, index) => {
    const line = document.createElement('span');
    line.className = index === 0 ? 'suggestion-title' : 'suggestion-detail';
    line.textContent = text;
    return line.outerHTML;
  });
  return lines.join('');
}
