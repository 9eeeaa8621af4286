// What the browser must know before it can do anything: GET /config.json.
import { z } from 'zod';

export const clientConfig = z.object({
  productName: z.string(),
  /** Whether parcels and tiles are open to everybody. */
  parcelAccess: z.enum(['signed-in', 'public']),
  /** Plain words on where the parcels come from, shown with the map. */
  parcelSource: z.string().nullable(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
