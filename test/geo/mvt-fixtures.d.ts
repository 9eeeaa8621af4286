// The few parts of @mapbox/mvt-fixtures that the tests use; the package brings no types.
declare module '@mapbox/mvt-fixtures' {
  export type Fixture = {
    id: string;
    description: string;
    validity: { v1: boolean; v2: boolean };
    buffer: Uint8Array;
  };
  export function each(visit: (fixture: Fixture) => void): void;
  export function get(id: string): Fixture;
}
