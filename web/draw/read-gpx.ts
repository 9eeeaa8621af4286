// GPX as features: waypoints, routes and tracks, without what receivers tell of each point. What is no shape is told.
import type { Geometry, Position } from 'geojson';
import { messages } from '../../contract/messages.ts';
import { type FileFeature, labelOf } from './file-features.ts';
import { rounded } from './rounded.ts';
import { childrenOf, childText, elementsIn, localName, numberIn, type XmlElement } from './xml-elements.ts';

export function readGpx(root: XmlElement): FileFeature[] {
  return elementsIn(root, 'trk', 'rte', 'wpt').flatMap((element, at): FileFeature[] => {
    const label = labelOf(childText(element, 'name'), at);
    const lines = localName(element) === 'rte' ? [element] : childrenOf(element, 'trkseg');
    const geometries =
      localName(element) === 'wpt'
        ? [{ type: 'Point' as const, coordinates: placeOf(element) }]
        : lines.map((line): Geometry => ({ type: 'LineString', coordinates: placesIn(line) }));
    // One point that is none costs no other.
    const lost = lines.flatMap(pointsIn).filter((point) => !isPlace(placeOf(point)));
    const told = lost.map(() => ({ label, problem: messages.drawingPosition }));
    if (geometries.length === 0) return [...told, { label, problem: messages.drawingLineShort }];
    const geometry = rounded({ type: 'GeometryCollection', geometries });
    return [...told, { label, feature: { type: 'Feature', properties: propertiesOf(element), geometry } }];
  });
}

const pointsIn = (line: XmlElement) => childrenOf(line, 'trkpt', 'rtept');
const placesIn = (line: XmlElement) => pointsIn(line).map(placeOf).filter(isPlace);
const placeOf = ({ attributes: { lon, lat } }: XmlElement): Position => [numberIn(lon), numberIn(lat)];
const isPlace = (place: Position) => place.every(Number.isFinite);

const FACTS = ['name', 'cmt', 'desc', 'time', 'keywords', 'sym', 'type'];

function propertiesOf(element: XmlElement): Record<string, unknown> {
  const facts = FACTS.map((name) => [name, childText(element, name)] as const);
  // Of programs, each in its own way: what has a text and no further parts.
  const parts = childrenOf(element, 'extensions').flatMap((extensions) => elementsIn(extensions));
  const own = parts
    .filter((part) => childrenOf(part).length === 0)
    .map((part) => [part.name.replace(':', '_'), part.text.trim() || undefined] as const);
  const color = parts.find((part) => localName(part) === 'color')?.text.trim();
  // There are no folders; a kind ("Trail heads") is what comes nearest. Some programs write a number there.
  const type = childText(element, 'type') ?? '';
  return {
    ...Object.fromEntries([...own, ...facts].filter(([, text]) => text !== undefined)),
    ...(color && { color: color.replace(/^#?/, '#') }),
    ...(!/^\d*$/.test(type) && { folder: type }),
  };
}
