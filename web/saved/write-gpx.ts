// GPX 1.1 for handheld receivers: points as waypoints, lines and the edges of areas as tracks. Colors are those of the gpx_style
// extension, which many programs read; the folder is the type.
import type { Position } from '../../geo/geometry.ts';
import { partsOf } from '../drawn-shape.ts';
import { type ExportedEntry, onEarth, plainText, type WrittenFile, xmlText } from './exported-entry.ts';

const STYLE = 'http://www.topografix.com/GPX/gpx_style/0/2';

export function writeGpx(entries: readonly ExportedEntry[], title: string): WrittenFile {
  // All waypoints come before all tracks.
  const bytes = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Platbook" xmlns="http://www.topografix.com/GPX/1/1">
<metadata>${element('name', title)}</metadata>
${entries.flatMap(waypointsOf).join('')}${entries.flatMap(tracksOf).join('')}</gpx>
`;
  const hasMore = entries.some(({ properties }) =>
    Object.keys(properties).some((key) => !COMMENTED.has(key)),
  );
  return hasMore
    ? { bytes, remark: 'Other properties of drawings are left out: GPX has no place for them.' }
    : { bytes };
}

/** Of a saved parcel, whose owner is its name. */
const COMMENTED = new Set(['pin', 'owner', 'address']);

function waypointsOf(entry: ExportedEntry): string[] {
  return partsOf(entry.geometry).points.map(
    (point) => `<wpt ${place(point)}>${factsOf(entry)}${styleOf(entry)}</wpt>\n`,
  );
}

function tracksOf(entry: ExportedEntry): string[] {
  const { lines, polygons } = partsOf(entry.geometry);
  const segments = [...lines, ...polygons.flat()].map(
    (line) => `<trkseg>${line.map((point) => `<trkpt ${place(point)}/>`).join('')}</trkseg>`,
  );
  if (segments.length === 0) return [];
  return [`<trk>${factsOf(entry)}${styleOf(entry)}${segments.join('')}</trk>\n`];
}

function factsOf({ name, notes, folder, properties: { pin, address } }: ExportedEntry): string {
  const comment = [pin && `PIN ${pin}`, address].filter(Boolean).map(plainText).join(', ');
  return [
    element('name', name),
    comment && element('cmt', comment),
    notes && element('desc', notes),
    folder && element('type', folder),
  ]
    .filter(Boolean)
    .join('');
}

const styleOf = ({ color }: ExportedEntry) =>
  `<extensions><line xmlns="${STYLE}"><color>${color.slice(1)}</color></line></extensions>`;

const element = (tag: string, text: string) => `<${tag}>${xmlText(text)}</${tag}>`;

/** Longitude 180 is none in GPX: it is -180. */
function place([lng, lat]: Position): string {
  const onGlobe = onEarth(lng);
  return `lat="${lat}" lon="${onGlobe === 180 ? -180 : onGlobe}"`;
}
