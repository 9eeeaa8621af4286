// What the package exports, for the compiler.
declare module '@mapbox/mapbox-gl-draw' {
  const MapboxDraw: import('./draw-library.ts').DrawLibraryClass;
  export default MapboxDraw;
}
