// The sides of a parcel as tables, one for each part and hole: number, length and bearing.
import { formatBearing } from '../bearing.ts';
import { useSizes } from '../preferences.ts';
import type { MeasuredRing } from './parcel-figures.ts';

export function SideTables({ rings }: { rings: readonly MeasuredRing[] }) {
  const sizes = useSizes();
  return (
    <div className="side-tables">
      {rings.map(({ title, part, hole, sides }) => (
        <table key={`${part} ${hole}`} className="side-table">
          <caption className={rings.length === 1 ? 'sr-only' : ''}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Side</th>
              <th scope="col">Length</th>
              <th scope="col">Bearing</th>
            </tr>
          </thead>
          <tbody>
            {sides.map(({ meters, chordMeters, azimuthDegrees, isCurved }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a side is known by
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                <td>
                  {sizes.side(meters)}
                  {isCurved && <span className="side-note">along a curve</span>}
                </td>
                <td>
                  {chordMeters > 0 && formatBearing(azimuthDegrees, 'seconds')}
                  {isCurved && chordMeters > 0 && (
                    <span className="side-note">chord of {sizes.side(chordMeters)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="shape-note">
        Clockwise from the first corner. Bearings are from true north, on the county’s shape: not a survey.
      </p>
    </div>
  );
}
