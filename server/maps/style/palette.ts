// The colors of a style, by what they mean on paper.

export type Palette = {
  land: string;
  water: string;
  waterEdge: string;
  wood: string;
  park: string;
  grass: string;
  farmland: string;
  built: string;
  school: string;
  industrial: string;
  sand: string;
  runway: string;
  building: string;
  buildingEdge: string;
  roads: {
    minor: string;
    minorEdge: string;
    /** Country roads, which are neither streets nor through routes. */
    tertiary: string;
    tertiaryEdge: string;
    major: string;
    majorEdge: string;
    highway: string;
    highwayEdge: string;
    path: string;
    railway: string;
  };
  boundary: string;
  boundaryTint: string;
  text: {
    place: string;
    subplace: string;
    region: string;
    road: string;
    green: string;
    water: string;
    /** Around everything that stands on land. */
    halo: string;
    waterHalo: string;
  };
};
