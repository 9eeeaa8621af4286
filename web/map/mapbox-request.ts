// Mapbox's own addresses, as MapLibre meets them in styles and tilesets, turned into requests to its server.
// Its token goes to no other host.

const API = 'https://api.mapbox.com';

/** Undefined for addresses that are none of Mapbox's. */
export function mapboxRequest(address: string, accessToken: string): { url: string } | undefined {
  const url = address.startsWith('mapbox://') ? apiUrl(address.slice('mapbox://'.length)) : tileUrl(address);
  if (!url) return;
  if (!url.searchParams.has('access_token')) url.searchParams.set('access_token', accessToken);
  return { url: url.href };
}

function apiUrl(path: string): URL {
  const [kind, ...rest] = path.split('/');
  const below = rest.join('/');
  if (kind === 'styles') return new URL(`${API}/styles/v1/${below}`);
  if (kind === 'fonts') return new URL(`${API}/fonts/v1/${below}`);
  if (kind === 'sprites') {
    // MapLibre has put the density and the ending behind the sprite's name, where Mapbox wants them behind "sprite".
    const [, name, ending] = /^(.*?)((?:@\dx)?\.\w+)$/.exec(below) ?? [undefined, below, ''];
    return new URL(`${API}/styles/v1/${name}/sprite${ending}`);
  }
  // What is left is a tileset, or several with commas between them.
  return new URL(`${API}/v4/${path}.json?secure`);
}

/** Tilesets name their tiles on hosts that differ only by a letter in front: one of them is enough, and known. */
function tileUrl(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return;
  if (/^([a-d]\.)?tiles\.mapbox\.com$/.test(url.hostname)) url.hostname = 'api.mapbox.com';
  return url.hostname === 'api.mapbox.com' ? url : undefined;
}
