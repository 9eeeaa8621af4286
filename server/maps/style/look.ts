// What one style differs in from another: its colors, and how boldly it draws roads and labels.
import type { ColorScheme } from '../../../contract/map-styles.ts';

/** The colors of a style are given in pairs, and chosen by `lookIn`. */
export type Look<Color = string> = {
  palette: Palette<Color>;
  /** A factor on the true width of roads. */
  roadScale: number;
  roadEdgePx: number;
  streamScale: number;
  roadLabelPx: { minor: number; major: number };
  shieldTextPx: number;
  haloPx: number;
};

export type Palette<Color = string> = {
  land: Color;
  water: Color;
  waterEdge: Color;
  wood: Color;
  park: Color;
  grass: Color;
  /** Between water and grass. */
  wetland: Color;
  farmland: Color;
  built: Color;
  school: Color;
  industrial: Color;
  sand: Color;
  runway: Color;
  building: Color;
  buildingEdge: Color;
  roads: {
    minor: Color;
    minorEdge: Color;
    /** Country roads: more than a street, less than a through route. */
    tertiary: Color;
    tertiaryEdge: Color;
    major: Color;
    majorEdge: Color;
    highway: Color;
    highwayEdge: Color;
    path: Color;
    railway: Color;
  };
  boundary: Color;
  boundaryTint: Color;
  text: {
    place: Color;
    subplace: Color;
    region: Color;
    road: Color;
    green: Color;
    water: Color;
    /** Around labels on land. */
    halo: Color;
    waterHalo: Color;
  };
};

export type ColorPair = readonly [day: string, dark: string];

export function lookIn(scheme: ColorScheme, look: Look<ColorPair>): Look {
  const ofScheme = <Name extends string>(colors: Record<Name, ColorPair>) =>
    Object.fromEntries(
      Object.entries<ColorPair>(colors).map(([name, [day, dark]]) => [name, scheme === 'dark' ? dark : day]),
    ) as Record<Name, string>;
  const { roads, text, ...ground } = look.palette;
  return { ...look, palette: { ...ofScheme(ground), roads: ofScheme(roads), text: ofScheme(text) } };
}
