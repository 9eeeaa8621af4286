// The credits of the map, as text for paper.

/** The attribution, which is closed on many a screen, and the provider's name where its terms require it. */
export function creditsOf(container: HTMLElement): string {
  const parts = container.querySelectorAll('.wordmark, .maplibregl-ctrl-attrib-inner');
  return [...parts]
    .map(({ textContent }) => textContent?.trim())
    .filter(Boolean)
    .join(SEPARATOR);
}

/** As the map library joins them. */
const SEPARATOR = ' | ';

/** For a sheet that names the source of its parcels in another place. */
export function creditsWithout(credits: string, one: string | null): string {
  return credits
    .split(SEPARATOR)
    .filter((credit) => credit !== one)
    .join(SEPARATOR);
}
