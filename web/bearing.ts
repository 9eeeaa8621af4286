// A surveyor's quadrant bearing in words.

const STEPS_PER_DEGREE = { minutes: 60, seconds: 3600 } as const;

/** Such as N 45°30′ E, or N 45°30′12″ E, with non-breaking spaces. */
export function formatBearing(azimuthDegrees: number, to: 'minutes' | 'seconds' = 'minutes'): string {
  const perDegree = STEPS_PER_DEGREE[to];
  const around = Math.round(azimuthDegrees * perDegree) % (360 * perDegree);
  const quarter = 90 * perDegree;
  const isNorth = around <= quarter || around >= 3 * quarter;
  const isEast = around <= 2 * quarter;
  const fromNorth = isEast ? around : 4 * quarter - around;
  const steps = isNorth ? fromNorth : 2 * quarter - fromNorth;
  const two = (number: number) => String(number).padStart(2, '0');
  const minutes = Math.floor((steps * 60) / perDegree) % 60;
  const seconds = to === 'seconds' ? `${two(steps % 60)}″` : '';
  const angle = `${Math.floor(steps / perDegree)}°${two(minutes)}′${seconds}`;
  return [isNorth ? 'N' : 'S', angle, isEast ? 'E' : 'W'].join('\u00a0');
}
