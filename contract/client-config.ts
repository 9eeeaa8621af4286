// GET /config.json: the settings that the browser needs before it can show anything.
import { z } from 'zod';

/** Those that the login page has an icon for. */
export const oauthProvider = z.enum(['google', 'microsoft', 'apple']);
export type OauthProvider = z.infer<typeof oauthProvider>;

export const clientConfig = z.object({
  productName: z.string(),
  /** `public`: parcels and tiles need no session. */
  parcelAccess: z.enum(['signed-in', 'public']),
  /** Where the parcels come from, shown with the map. Null where there are none. */
  parcelSource: z.string().nullable(),
  /** For the map's attribution: every source with its date and the credit that its publisher asks for. */
  parcelCredit: z.string().nullable(),
  /** Changes with every import and removal. Null where there are none. */
  parcelVersion: z.string().nullable(),
  /** Where the map begins, and how far the parcels reach. Null where there are none. */
  view: z
    .object({
      center: z.object({ lng: z.number(), lat: z.number() }),
      zoom: z.number(),
      bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
    })
    .nullable(),
  /** What the maps have for this land; what is missing is not offered. */
  offers: z.object({ streets: z.boolean(), imagery: z.boolean(), contours: z.boolean() }),
  maps: z.object({
    provider: z.enum(['embedded', 'mapbox']),
    /** Sent with the provider's calls; null where Mapbox is configured without a token. */
    accessToken: z.string().nullable(),
    /** The origin that the provider's calls go to; null means this server. */
    apiUrl: z.string().nullable(),
  }),
  auth: z.object({
    publicToken: z.string(),
    /** The origin that the provider's calls go to; null means the provider's own address. */
    apiUrl: z.string().nullable(),
    /** Whether mail goes to the local inbox. */
    inbox: z.boolean(),
    /** Whether /inbox leads this browser there, because it has shown the inbox's key. */
    inboxLink: z.boolean().optional(),
    /** Whose icons are live on the login page. */
    oauthProviders: z.array(oauthProvider).optional(),
  }),
});
export type ClientConfig = z.infer<typeof clientConfig>;
