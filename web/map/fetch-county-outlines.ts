// Fetches where the loaded counties are. Loaded lazily, with the schema that checks the answer.
import { type CountyOutlines, countyOutlines } from '../../contract/parcel.ts';
import { callServer } from '../call-server.ts';

export async function fetchCountyOutlines(): Promise<CountyOutlines['counties']> {
  return countyOutlines.parse(await callServer({ kind: 'parcel', path: '/api/counties' })).counties;
}
