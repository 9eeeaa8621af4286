// Hands the drawings over as a file.
import type { Drawings } from './drawing-history.ts';
import { geoJsonText } from './stored-drawings.ts';

const FILE_NAME = 'drawings.geojson';

export function saveDrawings(drawings: Drawings): void {
  const address = URL.createObjectURL(new Blob([geoJsonText(drawings)], { type: 'application/geo+json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}
