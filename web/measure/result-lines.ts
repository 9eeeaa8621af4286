// What the result label says: the numbers as they stand, or what to do to get some.
import { acresInWords, bearingInWords, distanceInWords, squareFeetInWords } from './measure-words.ts';
import type { AreaFound, Measured } from './measured.ts';
import type { Measurement } from './measurement.ts';

/** The headline first. */
export function resultLines(measurement: Measurement, { segment, lengthMeters, area }: Measured): string[] {
  if (measurement.mode === 'none') return ['Choose what to measure'];
  if (measurement.points.length === 0) return ['Click on the map to begin'];
  const lines = measurement.mode === 'distance' ? [distanceInWords(lengthMeters)] : areaLines(area);
  if (!segment || measurement.isFinished) return lines;
  const { meters, azimuthDegrees } = segment;
  return [...lines, `Segment ${distanceInWords(meters)}, ${bearingInWords(azimuthDegrees)}`];
}

function areaLines(area: AreaFound): string[] {
  switch (area.status) {
    case 'none':
      return ['Three points make an area'];
    case 'crossing':
      return ['The lines cross: no area'];
    case 'found':
      return [
        acresInWords(area.squareMeters),
        squareFeetInWords(area.squareMeters),
        `Perimeter ${distanceInWords(area.perimeterMeters)}`,
      ];
  }
}
