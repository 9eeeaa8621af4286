// Asks for a style document.
import type { StyleSpecification } from 'maplibre-gl';

export async function fetchStyleDocument(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const response = await fetch(url, { signal });
  // Without its query, where a token may stand.
  if (!response.ok) throw new Error(`${url.split('?')[0]} answered ${response.status}`);
  return response.json();
}
