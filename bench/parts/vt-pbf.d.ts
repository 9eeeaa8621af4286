// The one part of vt-pbf that the bench uses; the package brings no types.
declare module 'vt-pbf' {
  export function fromGeojsonVt(
    layers: Record<string, unknown>,
    options: { version: number; extent: number },
  ): Uint8Array;
}
