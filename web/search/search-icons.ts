// The icons of the search box, as Lucide draws them: the library wants the insides of an SVG by the names it gives them.

export const SEARCH_ICONS = {
  search: '<circle cx="11" cy="11" r="8"/><path d="m21 21-4.34-4.34"/>',
  close: '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>',
  geolocate: '<polygon points="3 11 22 2 13 21 11 13 3 11"/>',
  loading: '<path d="M21 12a9 9 0 1 1-6.219-8.56"/>',
} as const;
