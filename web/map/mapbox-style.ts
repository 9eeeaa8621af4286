// Removes from a Mapbox style what MapLibre does not support: one unknown value makes it refuse the whole document.
import { latest, type ValidationError, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { StyleSpecification } from 'maplibre-gl';

/** All other root keys are dropped: projection, fog, lights, terrain, imports. The map is flat and seen from above. */
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

/** Expressions with a constant value on a flat map seen from above in daylight. */
const CONSTANT_EXPRESSIONS = new Map<unknown, number>([
  ['pitch', 0],
  ['distance-from-center', 0],
  ['measure-light', 1],
]);

type Layer = Record<string, unknown>;
type Style = Record<string, unknown> & { sources: Record<string, unknown>; layers: Layer[] };

/** Throws where the remaining document is still not a valid style. */
export function asMapLibreStyle(document: unknown): StyleSpecification {
  let style = withSupportedParts(document as Partial<Style>);
  for (;;) {
    const faults = validateStyleMin(style as unknown as StyleSpecification).filter(
      ({ severity }) => severity === 'error',
    );
    if (faults.length === 0) return style as unknown as StyleSpecification;
    const repaired = withoutFaults(style, faults);
    if (!repaired) throw new Error(`The style cannot be shown: ${faults[0]!.message}`);
    style = repaired;
  }
}

function withSupportedParts(document: Partial<Style>): Style {
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
  // Not a bare number: MapLibre would read the filter as the legacy syntax, where the second part names a property.
  if (constant !== undefined) return ['literal', constant];
  if (operator === 'literal') return expression;
  // In `match`, every other part between input and fallback is a label: ["pitch"] there means a sports field.
  const isLabel = (index: number) =>
    operator === 'match' && index > 1 && index % 2 === 0 && index < expression.length - 1;
  return expression.map((part, index) => (isLabel(index) ? part : withConstants(part)));
}

/**
 * The validator's messages begin with the path of the fault. A bad paint or layout property is removed alone; any
 * other fault removes its layer or source. Undefined where no fault could be located.
 */
function withoutFaults(style: Style, faults: readonly ValidationError[]): Style | undefined {
  const badLayers = new Set<number>();
  const badProperties = new Set<string>();
  const badSources = new Set<string>();
  for (const { message } of faults) {
    const property = /^layers\[(\d+)\]\.(paint|layout)\.([\w-]+)/.exec(message);
    const layer = /^layers\[(\d+)\]/.exec(message);
    const source = /^sources\.([^.:[]+)/.exec(message);
    if (property) badProperties.add(`${property[1]}.${property[2]}.${property[3]}`);
    else if (layer) badLayers.add(Number(layer[1]));
    else if (source) badSources.add(source[1]!);
  }
  if (badLayers.size + badProperties.size + badSources.size === 0) return;
  const without = (part: unknown, path: string) =>
    Object.fromEntries(Object.entries(part ?? {}).filter(([key]) => !badProperties.has(`${path}.${key}`)));
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
