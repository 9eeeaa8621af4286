// KML and GPX as features. Loaded with the first such file.
import { type Folder, gpx, kmlWithFolders, type Root } from '@tmcw/togeojson';
import type { Feature, Geometry } from 'geojson';
import { messages } from '../../contract/messages.ts';
import type { FeaturesRead } from './file-features.ts';
import { rounded } from './rounded.ts';

type Properties = Record<string, unknown>;

/** KML's styles, and what GPX tells of each point: more than any drawing shows. */
const DROPPED =
  /^(styleUrl|styleHash|styleMapHash|coordinateProperties|_gpxType|links|visibility|(icon|label|stroke|fill|marker)(-.*)?|@.*)$/;

export function readXml(text: string): FeaturesRead {
  // No program writes one into KML or GPX, and its entities may grow to gigabytes.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { problem: messages.drawingFileDoctype };
  const page = new DOMParser().parseFromString(text, 'application/xml');
  if (page.getElementsByTagName('parsererror').length > 0) return { problem: messages.drawingFileXmlBroken };
  switch (page.documentElement.localName) {
    case 'kml':
      return readKml(page);
    case 'gpx':
      return readGpx(page);
    default:
      return { problem: messages.drawingFileUnknown };
  }
}

function readGpx(page: Document): FeaturesRead {
  const { features } = gpx(page);
  // The library reads the colors of tracks alone.
  const waypoints = [...page.getElementsByTagNameNS('*', 'wpt')];
  const points = features.filter(({ geometry }) => geometry.type === 'Point');
  const isPaired = points.length === waypoints.length;
  for (const [at, { properties }] of isPaired ? points.entries() : []) {
    const color = waypoints[at]!.getElementsByTagNameNS('*', 'color')[0]?.textContent;
    if (properties && color) properties.color ??= color;
  }
  return { features: features.flatMap((feature) => featuresOf(feature, folderOfGpx(feature))) };
}

function readKml(page: Document): FeaturesRead {
  const features = inFolder(kmlWithFolders(page, { skipNullGeometry: true }), '');
  const isLink = features.length === 0 && page.getElementsByTagName('NetworkLink').length > 0;
  return isLink ? { problem: messages.drawingFileIsLink } : { features };
}

function inFolder({ children }: Root | Folder, path: string): Feature[] {
  return children.flatMap((child) => {
    if (child.type === 'Feature') return featuresOf(child, path);
    const { name } = child.meta;
    return inFolder(child, [path, typeof name === 'string' ? name.trim() : ''].filter(Boolean).join(' / '));
  });
}

/** GPX has no folders; a kind ("Trail heads") is what comes nearest. Some programs write a number there. */
function folderOfGpx({ properties }: Feature): string {
  const type = properties?.type;
  return typeof type === 'string' && !/^\d*$/.test(type) ? type : '';
}

/** One of each dimension: KML mixes points, lines and areas. */
function featuresOf(feature: Feature<Geometry | null>, folder: string): Feature[] {
  if (!feature.geometry) return [];
  // An image laid over the ground is no shape.
  if (feature.properties?.['@geometry-type'] === 'groundoverlay') return [];
  const properties = propertiesOf(feature.properties ?? {}, folder);
  return wholesOf(feature.geometry).map((geometry) => ({
    type: 'Feature',
    properties,
    geometry: rounded(geometry),
  }));
}

function propertiesOf(given: Properties, folder: string): Properties {
  const color = given.color ?? given.stroke ?? given['icon-color'] ?? given.fill;
  const notes = given.notes ?? plainText(given.description);
  const kept = Object.entries(given).filter(
    ([key, value]) => !DROPPED.test(key) && key !== 'description' && typeof value !== 'object',
  );
  return {
    ...Object.fromEntries(kept),
    ...(notes !== undefined && { notes }),
    ...(color !== undefined && { color }),
    ...(folder && { folder }),
  };
}

/** KML's descriptions are HTML. */
function plainText(description: unknown): string | undefined {
  const html =
    typeof description === 'object' && description ? (description as { value?: unknown }).value : description;
  if (typeof html !== 'string') return;
  if (!/[<&]/.test(html)) return html;
  // An inert document: it runs no script and loads no image.
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>|<\/(p|div|tr|li)>/gi, '\n'),
    'text/html',
  );
  return page.body.textContent?.replace(/\n{3,}/g, '\n\n').trim();
}

/** A collection of geometries, as one geometry for its points, one for its lines and one for its areas. */
function wholesOf(geometry: Geometry): Geometry[] {
  if (geometry.type !== 'GeometryCollection') return [geometry];
  const parts = geometry.geometries.flatMap(wholesOf);
  const wholes: Geometry[] = [];
  for (const single of ['Point', 'LineString', 'Polygon'] as const) {
    const coordinates = parts.flatMap((part) => {
      if (part.type === single) return [part.coordinates];
      return part.type === `Multi${single}` ? (part as unknown as { coordinates: never[] }).coordinates : [];
    });
    if (coordinates.length === 1) wholes.push({ type: single, coordinates: coordinates[0] } as Geometry);
    if (coordinates.length > 1) wholes.push({ type: `Multi${single}`, coordinates } as Geometry);
  }
  return wholes;
}
