// KML and GPX as features. Loaded with the first such file. What is no shape in them is taken out of the document before it is
// converted, and told: the library leaves it out in silence.
import { type Folder, gpx, kmlWithFolders, type Root } from '@tmcw/togeojson';
import type { Feature, Geometry } from 'geojson';
import { DRAWING_NAME_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { type FeaturesRead, type FileFeature, NO_SHAPE } from './file-features.ts';
import { rounded } from './rounded.ts';

type Properties = Record<string, unknown>;

/** KML's styles, and what GPX tells of each point: more than any drawing shows. */
const DROPPED =
  /^(styleUrl|styleHash|styleMapHash|coordinateProperties|_gpxType|links|visibility|(icon|label|stroke|fill|marker)(-.*)?|@.*)$/;

export function readXml(text: string): FeaturesRead {
  // No program writes a document type into KML or GPX, and its entities may grow to gigabytes.
  if (hasDocumentType(text)) return { problem: messages.drawingFileDoctype };
  const page = parsed(text) ?? parsed(withPrefixesDeclared(text));
  if (!page) return { problem: messages.drawingFileXmlBroken };
  const { prefix, localName } = page.documentElement;
  // The library knows elements by their names without a prefix.
  if (prefix) return readXml(text.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</'));
  switch (localName) {
    case 'kml':
      return readKml(page);
    case 'gpx':
      return { features: readGpx(page) };
    default:
      return { problem: messages.drawingFileUnknown };
  }
}

/** It can only stand before the root, where comments and instructions may be, too. */
function hasDocumentType(text: string): boolean {
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    const end = text.startsWith('<!--', at) ? '-->' : '?>';
    if (at < 0 || (end === '?>' && text[at + 1] !== '?')) return text[at + 1] === '!';
    const ended = text.indexOf(end, at + 2);
    if (ended < 0) return false;
    at = ended + end.length;
  }
}

function parsed(text: string): Document | undefined {
  const page = new DOMParser().parseFromString(text, 'application/xml');
  return page.getElementsByTagName('parsererror').length > 0 ? undefined : page;
}

/** Some programs write `gx:` or `xsi:` without declaring them. */
function withPrefixesDeclared(text: string): string {
  const used = [...text.matchAll(/[<\s]([a-z]\w*):[\w.-]+(?=[\s=/>])/gi)].map(([, prefix]) => prefix!);
  const missing = [...new Set(used)].filter(
    (prefix) => !/^xml(ns)?$/.test(prefix) && !text.includes(`xmlns:${prefix}=`),
  );
  const declared = missing.map((prefix) => ` xmlns:${prefix}="${prefix}"`).join('');
  return text.replace(/<([a-z]\w*:)?(kml|gpx)\b/i, `$&${declared}`);
}

/** By their names, else by their numbers in the file. */
function labelsOf(elements: readonly Element[]): ReadonlyMap<Element, string> {
  const nameOf = (element: Element) => childText(element, 'name')?.trim().replace(/\s+/g, ' ');
  return new Map(
    elements.map((element, at) => [
      element,
      nameOf(element)?.slice(0, DRAWING_NAME_MAX) || `Feature ${at + 1}`,
    ]),
  );
}

const childText = (element: Element, tagName: string) =>
  [...element.children].find((child) => child.tagName === tagName)?.textContent;

/** In the order of the document. */
const elementsOf = (root: Document | Element, selector: string) => [...root.querySelectorAll(selector)];

function readGpx(page: Document): FileFeature[] {
  const labels = labelsOf(elementsOf(page, 'trk, rte, wpt'));
  const lost: FileFeature[] = [];
  const drop = (element: Element, problem: string) => {
    lost.push({ label: labels.get(element.closest('trk, rte, wpt')!)!, problem });
    element.remove();
  };
  for (const point of elementsOf(page, 'wpt, trkpt, rtept')) {
    const isPlace = ['lon', 'lat'].every((name) => isNumber(point.getAttribute(name)));
    if (!isPlace) drop(point, messages.drawingPosition);
  }
  const emptyTracks = () => elementsOf(page, 'trk').filter((track) => !track.querySelector('trkseg'));
  for (const track of emptyTracks()) drop(track, messages.drawingLineShort);
  for (const line of elementsOf(page, 'trkseg, rte')) {
    if (line.querySelectorAll('trkpt, rtept').length < 2) drop(line, messages.drawingLineShort);
  }
  for (const track of emptyTracks()) track.remove();
  // In the order in which the library gives them.
  const elements = ['trk', 'rte', 'wpt'].flatMap((tagName) => elementsOf(page, tagName));
  const features = gpx(page).features.map((feature, at): FileFeature => {
    const element = elements[at]!;
    // The library reads the colors of tracks alone.
    const color = element.getElementsByTagNameNS('*', 'color')[0]?.textContent;
    const properties = { ...(color && { color }), ...feature.properties };
    return {
      label: labels.get(element)!,
      feature: featureOf(feature.geometry, propertiesOf(properties, folderOfGpx(feature))),
    };
  });
  return [...features, ...lost];
}

/** GPX has no folders; a kind ("Trail heads") is what comes nearest. Some programs write a number there. */
function folderOfGpx({ properties }: Feature): string {
  const type = properties?.type;
  return typeof type === 'string' && !/^\d*$/.test(type) ? type : '';
}

/** What stands beside placemarks, and why it is not drawn. */
const NO_PLACEMARKS: Record<string, string> = {
  GroundOverlay: 'An image is no shape.',
  PhotoOverlay: 'An image is no shape.',
  NetworkLink: 'A link to another file is not followed.',
};
/** A ring is a shape where it stands for itself. */
const KML_SHAPES = 'Point, LineString, LinearRing:not(Polygon LinearRing), Polygon, Track, Model';

function readKml(page: Document): FeaturesRead {
  const elements = elementsOf(page, ['Placemark', ...Object.keys(NO_PLACEMARKS)].join());
  if (elements.length > 0 && elements.every(({ localName }) => localName === 'NetworkLink')) {
    return { problem: messages.drawingFileIsLink };
  }
  const labels = labelsOf(elements);
  const placemarks = elements.filter(({ tagName }) => tagName === 'Placemark');
  const lost: FileFeature[] = [];
  const told = new Set<Element>();
  for (const element of elements) {
    const label = labels.get(element)!;
    const noPlacemark = NO_PLACEMARKS[element.localName];
    if (noPlacemark) lost.push({ label, problem: noPlacemark });
    for (const shape of noPlacemark ? [] : elementsOf(element, KML_SHAPES)) {
      const problem = kmlProblem(shape);
      if (!problem) continue;
      lost.push({ label, problem });
      told.add(element);
      shape.remove();
    }
  }
  const features = inFolder(kmlWithFolders(page), '').flatMap(({ feature, path }, at): FileFeature[] => {
    const element = placemarks[at]!;
    const label = labels.get(element)!;
    if (!feature.geometry) return told.has(element) ? [] : [{ label, problem: NO_SHAPE }];
    return [{ label, feature: featureOf(feature.geometry, kmlProperties(element, feature, path)) }];
  });
  return { features: [...features, ...lost] };
}

type InFolder = { feature: Feature<Geometry | null>; path: string };

/** Placemarks alone. */
function inFolder({ children }: Root | Folder, path: string): InFolder[] {
  return children.flatMap((child): InFolder[] => {
    if (child.type === 'Feature')
      return child.properties?.['@geometry-type'] ? [] : [{ feature: child, path }];
    const { name } = child.meta;
    return inFolder(child, [path, typeof name === 'string' ? name.trim() : ''].filter(Boolean).join(' / '));
  });
}

/** What is wrong with the coordinates as they are written. */
function kmlProblem(shape: Element): string | undefined {
  if (shape.localName === 'Model') return 'A model is no shape.';
  if (shape.localName === 'Track') {
    return shape.getElementsByTagNameNS('*', 'coord').length > 0 ? undefined : messages.drawingLineShort;
  }
  const lists = elementsOf(shape, 'coordinates');
  if (lists.length === 0) return NO_SHAPE;
  for (const list of lists) {
    // Some programs write `-80, 35`.
    list.textContent = list.textContent.trim().replace(/\s*,\s*/g, ',');
    const places = list.textContent.split(/\s+/).map((place) => place.split(','));
    if (!places.every(([lng = '', lat = '']) => isNumber(lng) && isNumber(lat)))
      return messages.drawingPosition;
    if (shape.localName === 'LineString' && places.length < 2) return messages.drawingLineShort;
    // The library closes rings.
    if (/Ring|Polygon/.test(shape.localName) && places.length < 3) return messages.drawingRingShort;
  }
}

const isNumber = (text: string | null) => Boolean(text?.trim()) && Number.isFinite(Number(text));

function kmlProperties(element: Element, { properties }: InFolder['feature'], path: string): Properties {
  // What somebody has called like a style or a description is none.
  const names = new Set(elementsOf(element, 'Data, SimpleData').map((datum) => datum.getAttribute('name')));
  const data = Object.fromEntries(Object.entries(properties ?? {}).filter(([key]) => names.has(key)));
  const description = plainText(childText(element, 'description'));
  const notes = data.notes ?? description ?? data.description;
  return {
    // Where both are there, notes are kept under this name.
    ...(data.notes !== undefined && description && { description }),
    ...data,
    ...propertiesOf({ ...properties, notes }, path),
  };
}

const featureOf = (geometry: Geometry, properties: Properties) => ({
  type: 'Feature',
  properties,
  geometry: rounded(geometry),
});

function propertiesOf(given: Properties, folder: string): Properties {
  const color = given.color ?? given.stroke ?? given['icon-color'] ?? given.fill;
  const kept = Object.entries(given).filter(
    ([key, value]) =>
      !DROPPED.test(key) && key !== 'description' && value !== undefined && typeof value !== 'object',
  );
  return { ...Object.fromEntries(kept), ...(color !== undefined && { color }), ...(folder && { folder }) };
}

/** KML's descriptions are HTML. */
function plainText(html: string | null | undefined): string | undefined {
  if (!html) return;
  if (!/[<&]/.test(html)) return html;
  // An inert document: it runs no script and loads no image.
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>|<\/(p|div|tr|li)>/gi, '\n'),
    'text/html',
  );
  return page.body.textContent?.replace(/\n{3,}/g, '\n\n').trim();
}
