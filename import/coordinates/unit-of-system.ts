// The unit of a projected coordinate system, as its PROJ text says.

export function metersPerUnit(proj4: string): number {
  const given = /\+to_meter=(\S+)/.exec(proj4)?.[1];
  return given ? Number(given) : /\+units=(us-)?ft/.test(proj4) ? 0.3048 : 1;
}

export function unitOf(proj4: string): string {
  if (proj4.includes('+units=us-ft')) return 'US survey feet';
  if (proj4.includes('+units=ft')) return 'international feet';
  return metersPerUnit(proj4) === 1 ? 'meters' : 'feet';
}
