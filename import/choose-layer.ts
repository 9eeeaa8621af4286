// Chooses the parcel layer among those of a source: by its geometry, its name and its fields.
import { OperatorError } from '../runtime/operator-error.ts';
import { findField } from './fields/field-names.ts';
import type { Layer } from './layer.ts';
import { findPointColumns } from './point-columns.ts';

/** So much better than the next one must the best be. */
const CLEAR_LEAD = 2;
/** And so much must speak for it, such as its name, or a PIN in an area. */
const PLAUSIBLE = 4;
const LISTED_LAYERS = 20;
const LISTED_FIELDS = 6;

/** Names in small letters, with blanks between their words. */
const PARCEL_NAME = /parcel|prcl|\bparc?\b|tax ?lot|taxmap|cadast|\blots?\b|propert|ownership|assess/;
/** What counties keep beside the parcels under names with the same words. */
const OTHER_NAME =
  /\blines?\b|\barcs?\b|anno|label|point|\bpts\b|hist|archiv|retired|delete|\bold\b|dimension|conflict|index|block|subdiv|easement|condo|sale|\bgrid\b|right of way|\brow\b|corner/;

/** Small letters and digits only. */
const PIN_FIELD =
  /^(gis|tax|alt|map|pams|county|state|low|nc|full)?(pin|apn|parcel|parcelid|parcelno|parcelnum|parcelnumb|parcelnumber|parno|parid|parnum|prclid|pid|pidn|gpin|tms|folio|strap|pcn|tmk|sbl|ssl|mblu|upc)(num|no|nodup)?$|^(maptaxlot|taxlot|maplot|blklot|blocklot|mapparid|locid|taxid|taxidnum|taxkey|taxparceli|tlid|acctid|propid|geoid|printkey|schednum|accountno|gisparcelnumber|lowparceli|ml)$/;
const OWNER_FIELD = /^own|owner|taxpayer|grantee/;
const ADDRESS_FIELD = /site|situs|phyaddr|proploc|location|parceladd|mail|address/;
const VALUE_FIELD = /acre|sale|deed|assess|landval|parval|totval|marketval|zoning|usecode|landuse|legal/;

export function chooseLayer(layers: readonly Layer[], wanted: string | undefined): Layer {
  if (wanted !== undefined) return withShapes(namedLayer(layers, wanted));
  const areas = layers.filter(({ geometry }) => geometry === 'area' || geometry === 'unknown');
  if (areas.length === 0) throw withoutAreas(layers);
  // An empty layer is meant only where there is no other.
  const filled = areas.filter(({ count }) => count !== 0);
  const candidates = filled.length > 0 ? filled : areas;
  const meant = likelyParcels(candidates);
  const [only, another] = meant;
  if (!another) return only!;
  throw new OperatorError(
    `${meant.length} layers could be the parcels. Name the right one with --layer:\n${listing(meant)}`,
  );
}

/** The layer to draw: the one that is named, or the only one with shapes of any kind, or else with columns of coordinates. */
export function chooseShapes(layers: readonly Layer[], wanted: string | undefined): Layer {
  if (wanted !== undefined) return namedLayer(layers, wanted);
  const shapes = layers.filter(({ geometry }) => geometry !== 'none');
  const tables = layers.filter(({ fields }) => findPointColumns(fields) !== undefined);
  const able = shapes.length > 0 ? shapes : tables.length > 0 ? tables : layers;
  const filled = able.filter(({ count }) => count !== 0);
  const candidates = filled.length > 0 ? filled : able;
  const [only, another] = candidates;
  if (only && !another) return only;
  if (!only) throw withoutAreas(layers);
  throw new OperatorError(
    `${candidates.length} layers could be meant. Name the right one with --layer:\n${listing(candidates)}`,
  );
}

type LayerLooks = Pick<Layer, 'name' | 'fields' | 'geometry'>;

/** The layers that could be meant: the best and those near it, or all where nothing speaks for any. The best first. */
export function likelyParcels<T extends LayerLooks>(layers: readonly T[]): T[] {
  const ranked = layers
    .map((layer) => ({ layer, score: parcelScore(layer) }))
    .sort((a, b) => b.score - a.score);
  const most = ranked[0]?.score ?? 0;
  const close = ranked.filter(({ score }) => most < PLAUSIBLE || most - score < CLEAR_LEAD);
  return close.map(({ layer }) => layer);
}

/** The table of attributes for a join: the one that is named, or the only one that has the key, with shapes or without. */
export function chooseTable(
  layers: readonly Layer[],
  { wanted, key }: { wanted?: string | undefined; key: string },
): Layer {
  if (wanted !== undefined) return namedLayer(layers, wanted);
  const withKey = layers.filter(({ fields }) => findField(key, fields) !== undefined);
  const able = withKey.length > 0 ? withKey : layers;
  const tables = able.filter(({ geometry }) => geometry === 'none');
  const candidates = tables.length > 0 ? tables : able;
  if (candidates.length === 1) return candidates[0]!;
  throw new OperatorError(
    `${candidates.length} tables could be meant. Name the right one with --join-layer:\n${listing(candidates)}`,
  );
}

function namedLayer(layers: readonly Layer[], wanted: string): Layer {
  const same = (layer: Layer) => layer.name.toLowerCase() === wanted.trim().toLowerCase();
  const found = layers.find(({ name }) => name === wanted) ?? layers.find(same);
  if (found) return found;
  throw new OperatorError(`There is no layer ${JSON.stringify(wanted)}. There is:\n${listing(layers)}`);
}

function withShapes(layer: Layer): Layer {
  if (layer.geometry === 'area' || layer.geometry === 'unknown') return layer;
  throw withoutAreas([layer]);
}

function withoutAreas(layers: readonly Layer[]): OperatorError {
  const reason = layers.find(({ noShapesReason }) => noShapesReason !== undefined)?.noShapesReason;
  if (reason !== undefined) return new OperatorError(reason);
  if (layers.length === 0) {
    return new OperatorError(
      'There is no layer in it: check that it is the right file, or get a complete copy of it.',
    );
  }
  const names = layers.slice(0, LISTED_LAYERS).map(({ name }) => name);
  const shown = names.length === 1 ? `The layer ${names[0]}` : `Each layer (${names.join(', ')})`;
  if (layers.some(({ geometry }) => geometry !== 'none')) {
    return new OperatorError(
      `${shown} has points or lines, but parcels are areas. Ask the county for its parcel polygons.`,
    );
  }
  return new OperatorError(
    `${shown} is a table without shapes. Import the parcel polygons, and add the table with --join.`,
  );
}

const columnKey = (name: string) =>
  name
    .replace(/^.*\./, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

export const isPinField = (name: string) => PIN_FIELD.test(columnKey(name));
export const isOwnerField = (name: string) => OWNER_FIELD.test(columnKey(name));

/** How much a layer looks like parcels. Only the order matters. */
function parcelScore({ name, fields, geometry }: LayerLooks): number {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  // `GIS.PARCELS.PIN`: a joined layer has the table in front.
  const columns = fields.map(({ name: column }) => columnKey(column));
  const has = (pattern: RegExp) => columns.some((column) => pattern.test(column));
  return (
    (PARCEL_NAME.test(words) ? 4 : 0) +
    (/^(tax ?)?parcels?( poly(gons?)?)?$/.test(words.trim()) ? 1 : 0) -
    (OTHER_NAME.test(words) ? 4 : 0) +
    (has(PIN_FIELD) ? 3 : 0) +
    (has(OWNER_FIELD) ? 2 : 0) +
    (has(ADDRESS_FIELD) ? 1 : 0) +
    (has(VALUE_FIELD) ? 1 : 0) +
    (geometry === 'area' ? 1 : 0)
  );
}

function listing(layers: readonly Layer[]): string {
  const lines = layers.slice(0, LISTED_LAYERS).map((layer) => {
    const rows =
      layer.count === undefined
        ? ''
        : `${layer.count.toLocaleString('en-US')} ${layer.count === 1 ? 'row' : 'rows'}, `;
    const names = layer.fields.slice(0, LISTED_FIELDS).map(({ name }) => name);
    const more = layer.fields.length > LISTED_FIELDS ? ', …' : '';
    const fields = names.length > 0 ? ` with ${names.join(', ')}${more}` : '';
    return `  ${layer.name}: ${rows}${GEOMETRY_WORDS[layer.geometry]}${fields}`;
  });
  if (layers.length > LISTED_LAYERS) lines.push(`  and ${layers.length - LISTED_LAYERS} more`);
  return lines.join('\n');
}

const GEOMETRY_WORDS: Record<Layer['geometry'], string> = {
  area: 'areas',
  line: 'lines',
  point: 'points',
  other: 'points or lines',
  none: 'a table without shapes',
  unknown: 'shapes of any kind',
};
