// What the browser must know before it can do anything: GET /config.json.
import { z } from 'zod';

export const clientConfig = z.object({
  productName: z.string(),
  /** Whether parcels and tiles are open to everybody. */
  parcelAccess: z.enum(['signed-in', 'public']),
  /** Plain words on where the parcels come from, shown with the map. */
  parcelSource: z.string().nullable(),
  maps: z.object({
    provider: z.enum(['embedded', 'mapbox']),
    /** Sent with the provider's calls; null where Mapbox was chosen and no token given. */
    accessToken: z.string().nullable(),
    /** The origin that the provider's calls go to; null means this server. */
    apiUrl: z.string().nullable(),
  }),
  auth: z.object({
    publicToken: z.string(),
    /** The origin that the provider's calls go to; null means the provider's own address. */
    apiUrl: z.string().nullable(),
    /** Mail lands in the local inbox at /inbox. */
    inbox: z.boolean(),
  }),
});
export type ClientConfig = z.infer<typeof clientConfig>;
