// A Mapbox style, less what MapLibre does not know: it refuses a document whole for a single value it cannot read.
import { latest, type ValidationError, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { StyleSpecification } from 'maplibre-gl';

/** Left behind: globe and other projections, fog, lights, terrain in relief, imports. The map is flat and seen from above. */
const ROOT_KEYS = [
  'version',
  'name',
  'metadata',
  'center',
  'zoom',
  'sources',
  'sprite',
  'glyphs',
  'transition',
  'layers',
] as const;
const LAYER_KEYS: readonly string[] = Object.keys(latest.layer);
const LAYER_TYPES: readonly string[] = Object.keys(latest.layer.type.values);

/** What these always are on a flat map seen from above by day. */
const CONSTANT_EXPRESSIONS = new Map<unknown, number>([
  ['pitch', 0],
  ['distance-from-center', 0],
  ['measure-light', 1],
]);

type Layer = Record<string, unknown>;
type Style = Record<string, unknown> & { sources: Record<string, unknown>; layers: Layer[] };

/** Throws where what is left is still no style. */
export function asMapLibreStyle(document: unknown): StyleSpecification {
  let style = withKnownParts(document as Partial<Style>);
  for (;;) {
    const faults = validateStyleMin(style as unknown as StyleSpecification).filter(
      ({ severity }) => severity === 'error',
    );
    if (faults.length === 0) return style as unknown as StyleSpecification;
    const mended = withoutFaults(style, faults);
    if (!mended) throw new Error(`The style cannot be shown: ${faults[0]!.message}`);
    style = mended;
  }
}

function withKnownParts(document: Partial<Style>): Style {
  const kept = Object.fromEntries(
    ROOT_KEYS.filter((key) => key in document).map((key) => [key, document[key]]),
  );
  const layers = (document.layers ?? [])
    .filter(({ type }) => typeof type === 'string' && LAYER_TYPES.includes(type))
    .map((layer) =>
      Object.fromEntries(
        Object.entries(layer)
          .filter(([key]) => LAYER_KEYS.includes(key))
          .map(([key, value]) => [key, withConstants(value)]),
      ),
    );
  return { ...kept, sources: { ...document.sources }, layers };
}

function withConstants(value: unknown): unknown {
  if (Array.isArray(value)) return withConstantsInExpression(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withConstants(part)]));
}

function withConstantsInExpression(expression: readonly unknown[]): unknown {
  const [operator] = expression;
  const constant = CONSTANT_EXPRESSIONS.get(operator);
  // A bare number would make a filter look like one of the old kind, where the first part names a property.
  if (constant !== undefined) return ['literal', constant];
  if (operator === 'literal') return expression;
  // Between input and fallback every other part is a label: ["pitch"] means a sports ground there.
  const isLabel = (index: number) =>
    operator === 'match' && index > 1 && index % 2 === 0 && index < expression.length - 1;
  return expression.map((part, index) => (isLabel(index) ? part : withConstants(part)));
}

/**
 * The validator says where a fault is at the head of its message. A value of a layer's look goes alone; anything else
 * takes the layer or the source with it. Undefined where no fault can be taken out.
 */
function withoutFaults(style: Style, faults: readonly ValidationError[]): Style | undefined {
  const badLayers = new Set<number>();
  const badLooks = new Set<string>();
  const badSources = new Set<string>();
  for (const { message } of faults) {
    const look = /^layers\[(\d+)\]\.(paint|layout)\.([\w-]+)/.exec(message);
    const layer = /^layers\[(\d+)\]/.exec(message);
    const source = /^sources\.([^.:[]+)/.exec(message);
    if (look) badLooks.add(`${look[1]}.${look[2]}.${look[3]}`);
    else if (layer) badLayers.add(Number(layer[1]));
    else if (source) badSources.add(source[1]!);
  }
  if (badLayers.size + badLooks.size + badSources.size === 0) return;
  const without = (part: unknown, path: string) =>
    Object.fromEntries(Object.entries(part ?? {}).filter(([key]) => !badLooks.has(`${path}.${key}`)));
  return {
    ...style,
    sources: Object.fromEntries(Object.entries(style.sources).filter(([id]) => !badSources.has(id))),
    layers: style.layers
      .map((layer, index) => ({
        ...layer,
        ...(layer.paint ? { paint: without(layer.paint, `${index}.paint`) } : {}),
        ...(layer.layout ? { layout: without(layer.layout, `${index}.layout`) } : {}),
      }))
      .filter((_, index) => !badLayers.has(index)),
  };
}
