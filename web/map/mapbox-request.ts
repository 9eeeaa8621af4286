// Turns Mapbox URLs (mapbox://…) in styles and tilesets into requests to Mapbox's API, with the access token.
// The token is sent to no other host.

const API = 'https://api.mapbox.com';

/** Undefined for URLs that are not Mapbox's. */
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
    // MapLibre appends the pixel ratio and the extension to the sprite's name; Mapbox wants them after "sprite".
    const [, name, ending] = /^(.*?)((?:@\dx)?\.\w+)$/.exec(below) ?? [undefined, below, ''];
    return new URL(`${API}/styles/v1/${name}/sprite${ending}`);
  }
  // Anything else is a tileset id, or several separated by commas.
  return new URL(`${API}/v4/${path}.json?secure`);
}

/** Tilesets name tile hosts with a prefix letter (a. to d.): all are mapped to the API host. */
function tileUrl(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return;
  if (/^([a-d]\.)?tiles\.mapbox\.com$/.test(url.hostname)) url.hostname = 'api.mapbox.com';
  return url.hostname === 'api.mapbox.com' ? url : undefined;
}
