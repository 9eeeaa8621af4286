// Declares the package's default export; its types are in draw-library.ts.
declare module '@mapbox/mapbox-gl-draw' {
  const MapboxDraw: import('./draw-library.ts').DrawLibraryClass;
  export default MapboxDraw;
}
