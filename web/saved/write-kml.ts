// KML 2.2 for Google Earth: a Folder for each folder, colors as styles, facts as ExtendedData. The order of elements is that of
// the OGC's schema.
import type { Position } from '../../geo/geometry.ts';
import { partsOf } from '../drawn-shape.ts';
import { type ExportedEntry, onEarth, plainText, type WrittenFile, xmlText } from './exported-entry.ts';

export function writeKml(entries: readonly ExportedEntry[], title: string): WrittenFile {
  const colors = new Set(entries.map(({ color }) => color));
  const folders = new Map<string | null, string[]>();
  for (const entry of entries) {
    const inside = folders.get(entry.folder);
    if (inside) inside.push(placemarkOf(entry));
    else folders.set(entry.folder, [placemarkOf(entry)]);
  }
  const content = [...folders].map(([folder, inside]) => {
    const placemarks = inside.join('');
    return folder === null ? placemarks : `<Folder>${element('name', folder)}\n${placemarks}</Folder>\n`;
  });
  const bytes = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${element('name', title)}
${[...colors].map(styleOf).join('')}${content.join('')}</Document></kml>
`;
  return { bytes };
}

const styleId = (color: string) => `color-${color.slice(1)}`;

/** KML writes colors the other way round, with opacity in front. */
function kmlColor(color: string, opacity: string): string {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(color)!;
  return `${opacity}${blue}${green}${red}`;
}

function styleOf(color: string): string {
  const full = kmlColor(color, 'ff');
  return (
    `<Style id="${styleId(color)}"><IconStyle><color>${full}</color></IconStyle>` +
    `<LineStyle><color>${full}</color><width>2.5</width></LineStyle>` +
    `<PolyStyle><color>${kmlColor(color, '33')}</color></PolyStyle></Style>\n`
  );
}

function placemarkOf(entry: ExportedEntry): string {
  const { name, notes, color, properties } = entry;
  const facts = Object.entries(properties).map(([key, value]) => [key, plainText(value)] as const);
  const data = facts
    .filter(([, text]) => text)
    .map(([key, text]) => `<Data name="${xmlText(key)}">${element('value', text)}</Data>`);
  // Programs show it as HTML, so the text in it is escaped twice.
  const html = xmlText(notes).replace(/\r\n|\r|\n/g, '<br/>');
  return (
    `<Placemark>${element('name', name)}${html && element('description', html)}<styleUrl>#${styleId(color)}</styleUrl>` +
    `${data.length > 0 ? `<ExtendedData>${data.join('')}</ExtendedData>` : ''}${geometryOf(entry)}</Placemark>\n`
  );
}

const element = (tag: string, text: string) => `<${tag}>${xmlText(text)}</${tag}>`;

function geometryOf({ geometry }: ExportedEntry): string {
  const { points, lines, polygons } = partsOf(geometry);
  const parts = [
    ...points.map((point) => `<Point>${coordinates([point])}</Point>`),
    ...lines.map((line) => `<LineString><tessellate>1</tessellate>${coordinates(line)}</LineString>`),
    ...polygons.map(polygonOf),
  ];
  return parts.length === 1 ? parts[0]! : `<MultiGeometry>${parts.join('')}</MultiGeometry>`;
}

function polygonOf([outer, ...holes]: readonly (readonly Position[])[]): string {
  const ring = (positions: readonly Position[]) => `<LinearRing>${coordinates(positions)}</LinearRing>`;
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`);
  return `<Polygon><tessellate>1</tessellate><outerBoundaryIs>${ring(outer!)}</outerBoundaryIs>${inner.join('')}</Polygon>`;
}

const coordinates = (positions: readonly Position[]) =>
  `<coordinates>${positions.map(([lng, lat]) => `${onEarth(lng)},${lat}`).join(' ')}</coordinates>`;
