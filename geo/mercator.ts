// Web Mercator as one unit square: (0, 0) is the north-west corner of the world, (1, 1) the south-east.

export function worldX(lng: number): number {
  return lng / 360 + 0.5;
}

/** The square ends at 85.05 degrees; latitudes beyond are clamped to its edge. */
export function worldY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return Math.min(1, Math.max(0, y));
}

export function lngOfWorldX(x: number): number {
  return (x - 0.5) * 360;
}

export function latOfWorldY(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
