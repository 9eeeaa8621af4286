// What one style differs in from another: its colors, and how boldly it draws roads and labels.

export type Look = {
  palette: Palette;
  /** A factor on the true width of roads. */
  roadScale: number;
  roadEdgePx: number;
  streamScale: number;
  roadLabelPx: { minor: number; major: number };
  shieldTextPx: number;
  haloPx: number;
};

export type Palette = {
  land: string;
  water: string;
  waterEdge: string;
  wood: string;
  park: string;
  grass: string;
  /** Between water and grass. */
  wetland: string;
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
    /** Country roads: more than a street, less than a through route. */
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
    /** Around labels on land. */
    halo: string;
    waterHalo: string;
  };
};
