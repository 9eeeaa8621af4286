// The thread that makes out the demo county's flood zones and zoning districts while its parcels are imported.
import { floodZones } from '../demo/overlays/flood-zones.ts';
import { zoningMap } from '../demo/overlays/zoning-districts.ts';
import { answerCalls } from '../runtime/worker-call.ts';

const calls = { floodZones, zoningMap };
export type DemoOverlaysCalls = typeof calls;

answerCalls(calls, () => {});
