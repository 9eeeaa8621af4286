// Reads a coordinate system from PROJJSON, the form of GeoParquet.
import { z } from 'zod';
import { OperatorError } from '../../runtime/operator-error.ts';
import { printableLine } from '../../runtime/printable-text.ts';
import type { CrsDescription } from './crs-description.ts';
import { NAME_LENGTH_MAX, NESTING_MAX } from './parse-crs-wkt.ts';

const shownName = z.string().transform((text) => printableLine(text).slice(0, NAME_LENGTH_MAX));
const unit = z.union([z.string(), z.looseObject({ conversion_factor: z.number() })]);
const quantity = z.union([z.number(), z.looseObject({ value: z.number(), unit })]);
const id = z.looseObject({ authority: shownName, code: z.union([z.number(), shownName]) });
const axes = z.looseObject({ axis: z.array(z.looseObject({ unit: unit.optional() })).min(1) });

const datum = z.looseObject({
  name: shownName.optional(),
  ellipsoid: z.looseObject({
    semi_major_axis: quantity.optional(),
    radius: quantity.optional(),
    semi_minor_axis: quantity.optional(),
    inverse_flattening: z.number().optional(),
  }),
  prime_meridian: z.looseObject({ longitude: quantity }).optional(),
});

const geographic = z.looseObject({
  name: shownName,
  datum: datum.optional(),
  datum_ensemble: datum.optional(),
  coordinate_system: axes.optional(),
});

const projected = z.looseObject({
  name: shownName,
  base_crs: geographic,
  conversion: z.looseObject({
    method: z.looseObject({ name: shownName }),
    parameters: z
      .array(z.looseObject({ name: shownName, value: z.number(), unit: unit.optional() }))
      .default([]),
  }),
  coordinate_system: axes,
});

const envelope = z.looseObject({
  type: z.string().optional(),
  name: z.string().optional(),
  id: id.optional(),
  components: z.array(z.unknown()).optional(),
  source_crs: z.unknown().optional(),
});

const DEGREES_PER_RADIAN = 180 / Math.PI;
const NAMED_UNITS = new Map(Object.entries({ metre: 1, degree: 1, unity: 1 }));

/** The identifier alone, where the description is no more than that. */
export function parseProjjson(value: unknown, depth = 0): CrsDescription | { id: string } {
  const found = envelope.safeParse(value);
  if (!found.success || depth > NESTING_MAX) throw unreadable();
  const { type, components, source_crs, id } = found.data;
  // Of a compound system the horizontal part, of a bound one its source.
  if (components?.length) return parseProjjson(components[0], depth + 1);
  if (source_crs) return parseProjjson(source_crs, depth + 1);
  const name = id && `${id.authority}:${id.code}`;
  const crs = type === 'ProjectedCRS' ? describeProjected(value, name) : describeGeographic(value, name);
  if (crs) return crs;
  if (name) return { id: name };
  throw unreadable();
}

function describeProjected(value: unknown, id: string | undefined): CrsDescription | undefined {
  const crs = projected.safeParse(value).data;
  const base = crs && describeGeographic(crs.base_crs, id);
  if (!base) return undefined;
  return {
    ...base,
    name: crs.name,
    projection: {
      method: crs.conversion.method.name,
      parameters: crs.conversion.parameters.map(({ name, value, unit }) => ({
        name,
        value: value * sizeOf(unit),
      })),
      metersPerUnit: sizeOf(crs.coordinate_system.axis[0]!.unit),
    },
  };
}

function describeGeographic(value: unknown, id: string | undefined): CrsDescription | undefined {
  const crs = geographic.safeParse(value).data;
  const frame = crs?.datum ?? crs?.datum_ensemble;
  const semiMajorAxis = lengthOf(frame?.ellipsoid.semi_major_axis ?? frame?.ellipsoid.radius);
  if (!crs || !frame || semiMajorAxis === undefined) return undefined;
  const semiMinorAxis = lengthOf(frame.ellipsoid.semi_minor_axis);
  const fromAxes =
    semiMinorAxis && semiMinorAxis < semiMajorAxis ? semiMajorAxis / (semiMajorAxis - semiMinorAxis) : 0;
  return {
    name: crs.name,
    id,
    datum: frame.name ?? crs.name,
    semiMajorAxis,
    inverseFlattening: frame.ellipsoid.inverse_flattening ?? fromAxes,
    toWgs84: undefined,
    primeMeridian: lengthOf(frame.prime_meridian?.longitude) ?? 0,
    projection: undefined,
    degreesPerUnit: sizeOf(crs.coordinate_system?.axis[0]?.unit),
  };
}

function lengthOf(value: z.infer<typeof quantity> | undefined): number | undefined {
  return typeof value === 'object' ? value.value * sizeOf(value.unit) : value;
}

/** In meters or degrees: PROJJSON counts angles in radians. */
function sizeOf(value: z.infer<typeof unit> | undefined): number {
  if (value === undefined) return 1;
  if (typeof value === 'string') return NAMED_UNITS.get(value) ?? Number.NaN;
  return value.conversion_factor * (value.type === 'AngularUnit' ? DEGREES_PER_RADIAN : 1);
}

function unreadable(): OperatorError {
  return new OperatorError(
    "The file's coordinate system (PROJJSON) cannot be read: name it with --crs, as in --crs EPSG:2264; " +
      'https://epsg.io finds the code by the name of the state.',
  );
}
