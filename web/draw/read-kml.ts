// KML as features: placemarks with their data, in their folders, in the color of their style. What is no shape is told, here or by
// whoever takes the features.
import type { Geometry, Position } from 'geojson';
import { messages } from '../../contract/messages.ts';
import { type FeaturesRead, type FileFeature, labelOf, NO_SHAPE } from './file-features.ts';
import { plainText } from './html-text.ts';
import { rounded } from './rounded.ts';
import { childrenOf, childText, elementsIn, localName, numberIn, type XmlElement } from './xml-elements.ts';

type Properties = Record<string, unknown>;

/** What stands beside placemarks, and why it is not drawn. */
const NO_PLACEMARKS: Record<string, string> = {
  GroundOverlay: 'An image is no shape.',
  PhotoOverlay: 'An image is no shape.',
  NetworkLink: 'A link to another file is not followed.',
};

export function readKml(root: XmlElement): FeaturesRead {
  const elements = elementsIn(root, 'Placemark', ...Object.keys(NO_PLACEMARKS));
  if (elements.length > 0 && elements.every((element) => localName(element) === 'NetworkLink')) {
    return { problem: messages.drawingFileIsLink };
  }
  const folders = elementsIn(root, 'Folder').map((folder) => [folder, childText(folder, 'name')] as const);
  const known = { colors: colorsById(root), numbers: numberFields(root), folders: new Map(folders) };
  const features = elements.flatMap((element, at): FileFeature[] => {
    const label = labelOf(childText(element, 'name'), at);
    const noPlacemark = NO_PLACEMARKS[localName(element)];
    if (noPlacemark) return [{ label, problem: noPlacemark }];
    const geometries = shapesIn(element);
    const models = elementsIn(element, 'Model').map(() => ({ label, problem: 'A model is no shape.' }));
    if (geometries.length === 0) return models.length > 0 ? models : [{ label, problem: NO_SHAPE }];
    const geometry = rounded({ type: 'GeometryCollection', geometries });
    const properties = propertiesOf(element, known);
    return [{ label, feature: { type: 'Feature', properties, geometry } }, ...models];
  });
  return { features };
}

function shapesIn(element: XmlElement): Geometry[] {
  return childrenOf(element).flatMap((child): Geometry[] => {
    switch (localName(child)) {
      case 'MultiGeometry':
      case 'MultiTrack':
        return shapesIn(child);
      case 'Point':
        return [{ type: 'Point', coordinates: placesIn(child)[0]! }];
      case 'LineString':
      case 'LinearRing':
        return [{ type: 'LineString', coordinates: placesIn(child) }];
      case 'Polygon':
        return [{ type: 'Polygon', coordinates: elementsIn(child, 'LinearRing').map(ringIn) }];
      case 'Track': {
        const places = childrenOf(child, 'coord').map(({ text }) => placeIn(text.trim().split(/\s+/)));
        const [first, ...others] = places;
        return first && others.length === 0
          ? [{ type: 'Point', coordinates: first }]
          : [{ type: 'LineString', coordinates: places }];
      }
      default:
        return [];
    }
  });
}

function placesIn(element: XmlElement): Position[] {
  const list = elementsIn(element, 'coordinates')[0]?.text.trim() ?? '';
  // Some programs write `-80, 35`.
  const places = list.replace(/\s*,\s*/g, ',').split(/\s+/);
  return places.map((place) => placeIn(place.split(',')));
}

/** NaN where it is none. Without its height. */
const placeIn = ([lng, lat]: readonly string[]): Position => [numberIn(lng), numberIn(lat)];

/** Some programs do not close them. */
function ringIn(element: XmlElement): Position[] {
  const ring = placesIn(element);
  return String(ring[0]) === String(ring.at(-1)) ? ring : [...ring, ring[0]!];
}

type Known = {
  /** Of styles, by their ids. */
  colors: ReadonlyMap<string, Properties>;
  /** The fields that hold them. */
  numbers: ReadonlySet<string>;
  /** The names of folders. */
  folders: ReadonlyMap<unknown, string | undefined>;
};

function propertiesOf(element: XmlElement, { colors, numbers, folders }: Known): Properties {
  const data = dataOf(element, numbers);
  const description = plainText(childText(element, 'description'));
  const style = { ...colors.get(idIn(childText(element, 'styleUrl'))), ...colorsIn(element) };
  const { color, stroke, 'icon-color': icon, fill } = { ...style, ...data };
  const properties = {
    name: childText(element, 'name'),
    address: childText(element, 'address'),
    phoneNumber: childText(element, 'phoneNumber'),
    timestamp: childrenOf(element, 'TimeStamp').map((stamp) => childText(stamp, 'when'))[0],
    // Where both are there, notes are kept under this name.
    ...(data.notes !== undefined && { description }),
    ...data,
    notes: data.notes ?? description ?? data.description,
    color: color ?? stroke ?? icon ?? fill,
    folder: folderOf(element, folders) ?? data.folder,
  };
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

function folderOf(element: XmlElement, folders: Known['folders']): string | undefined {
  const names: string[] = [];
  for (let { parent } = element; parent; { parent } = parent) names.unshift(folders.get(parent) ?? '');
  return names.filter(Boolean).join(' / ') || undefined;
}

function dataOf(element: XmlElement, numbers: ReadonlySet<string>): Properties {
  const entries = elementsIn(element, 'Data', 'SimpleData').map((datum): [string, unknown] => {
    const { name = '' } = datum.attributes;
    if (localName(datum) === 'Data') return [name, childText(datum, 'value') ?? ''];
    const number = numbers.has(name) ? numberIn(datum.text) : Number.NaN;
    return [name, Number.isFinite(number) ? number : datum.text.trim()];
  });
  return Object.fromEntries(entries);
}

/** Of the tables that the file describes. */
function numberFields(root: XmlElement): Known['numbers'] {
  const fields = elementsIn(root, 'SimpleField').map(({ attributes }) => attributes);
  const numbers = fields.filter(({ type = '' }) => /^(u?int|u?short|float|double)$/.test(type));
  return new Set(numbers.map(({ name = '' }) => name));
}

function colorsById(root: XmlElement): Known['colors'] {
  const byId = new Map<string, Properties>();
  const idOf = ({ attributes }: XmlElement) => attributes.id ?? attributes['kml:id'] ?? '';
  for (const style of elementsIn(root, 'CascadingStyle', 'Style')) byId.set(idOf(style), colorsIn(style));
  for (const styles of elementsIn(root, 'StyleMap')) {
    const normal = childrenOf(styles, 'Pair').find((pair) => childText(pair, 'key') === 'normal');
    const shared = normal && byId.get(idIn(childText(normal, 'styleUrl')));
    if (normal) byId.set(idOf(styles), { ...shared, ...colorsIn(normal) });
  }
  // Of styles that stand where they are used.
  byId.delete('');
  return byId;
}

const idIn = (url = '') => url.slice(url.indexOf('#') + 1);

const COLORED = { PolyStyle: 'fill', LineStyle: 'stroke', IconStyle: 'icon-color' };

function colorsIn(element: XmlElement): Properties {
  const found = Object.entries(COLORED).map(([name, key]) => {
    const hex = elementsIn(element, name).map((style) => childText(style, 'color'))[0];
    // The other way round, with opacity in front.
    return [key, hex?.replace(/^#?(?:..(..)(..)(..)$)?/, '#$3$2$1')];
  });
  return Object.fromEntries(found.filter(([, color]) => color));
}
