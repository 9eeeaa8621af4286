// The image library sharp, loaded with the first picture: it takes as long to load as all of Fastify, and some visitors
// never ask for a picture.
import type sharp from 'sharp';

/** Every picture here is drawn once and kept by its caller, so libvips need not keep what it has read. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  loaded.cache(false);
  return loaded;
}
