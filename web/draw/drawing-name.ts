// Names of drawings: where a file keeps them, how they are changed, and the point on the map that each is written at.
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { Position } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { partsOf } from '../drawn-shape.ts';
import { colorOf } from '../notebook-colors.ts';
import type { Drawing } from './drawing.ts';

/** What programs call the name of a feature, the usual first. */
export const NAME_KEYS = ['name', 'title'];

export function nameOf({ properties }: Pick<Drawing, 'properties'>): string {
  return asName(properties.name);
}

/** The properties of a file's feature, with its name as `name`. */
export function withNameFromFile(properties: Record<string, unknown>): Record<string, unknown> {
  if (asName(properties.name)) return properties;
  for (const wanted of NAME_KEYS) {
    const found = Object.entries(properties).find(
      ([key, value]) => key.toLowerCase() === wanted && asName(value),
    );
    if (found) return { ...properties, name: asName(found[1]) };
  }
  return properties;
}

export function renamed(drawing: Drawing, text: string): Drawing {
  const { name: _, ...others } = drawing.properties;
  const name = asName(text);
  return { ...drawing, properties: name ? { ...others, name } : others };
}

function asName(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
}

/** A longer name is cut on the map, not in the drawing. */
const LABEL_CHARACTERS_MAX = 60;

type Label = Feature<Point, { name: string; kind: 'point' | 'line' | 'area'; color?: string }>;

/** One label for each drawing with a name. */
export function nameLabels(drawings: readonly Drawing[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: drawings.map(labelOf).filter((label) => label !== undefined),
  };
}

/** Drawings are never changed in place, and most stay the same from one edit to the next. */
const labels = new WeakMap<Drawing, Label | undefined>();

function labelOf(drawing: Drawing): Label | undefined {
  if (!labels.has(drawing)) labels.set(drawing, makeLabel(drawing));
  return labels.get(drawing);
}

function makeLabel(drawing: Drawing): Label | undefined {
  const name = nameOf(drawing);
  if (!name) return;
  const { at, kind } = labelPlace(drawing);
  const isLong = name.length > LABEL_CHARACTERS_MAX;
  const color = colorOf(drawing.properties.color);
  return {
    type: 'Feature',
    properties: {
      name: isLong ? `${name.slice(0, LABEL_CHARACTERS_MAX - 1).trimEnd()}…` : name,
      kind,
      ...(color && { color }),
    },
    geometry: { type: 'Point', coordinates: [...at] },
  };
}

function labelPlace({ geometry }: Drawing): { at: Position; kind: Label['properties']['kind'] } {
  const { points, lines, polygons } = partsOf(geometry);
  if (polygons.length > 0) {
    const { lng, lat } = insidePoint({ type: 'MultiPolygon', coordinates: polygons });
    return { at: [lng, lat], kind: 'area' };
  }
  if (lines.length > 0) return { at: halfWay(lines[0]!), kind: 'line' };
  return { at: points[0]!, kind: 'point' };
}

/** Halfway along a line, by its length on the map, which is where the eye looks for it. */
function halfWay(line: readonly Position[]): Position {
  const shrink = Math.cos((line[0]![1] * Math.PI) / 180);
  const lengths = line.slice(1).map(([lng, lat], index) => {
    const [fromLng, fromLat] = line[index]!;
    return Math.hypot((lng - fromLng) * shrink, lat - fromLat);
  });
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  const side = lengths.findIndex((length) => {
    if (length >= rest) return true;
    rest -= length;
    return false;
  });
  const [from, to] = [line[side], line[side + 1]];
  const length = lengths[side];
  if (!from || !to || !length) return line[0]!;
  const share = rest / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}
