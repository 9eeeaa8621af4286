// GET /config.json: the settings that the browser needs before it can show anything.
import { z } from 'zod';

/** Those that the login page has an icon for. */
export const oauthProvider = z.enum(['google', 'microsoft', 'apple']);
export type OauthProvider = z.infer<typeof oauthProvider>;

const tileSource = z.object({
  type: z.enum(['vector', 'raster']),
  /** Addresses on this server begin with a slash. */
  tiles: z.array(z.string()),
  minzoom: z.number(),
  maxzoom: z.number(),
  /** West, south, east, north. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** HTML for the map's attribution control: text from elsewhere must be escaped. */
  attribution: z.string(),
});

/** A layer that the maps have for the loaded land. */
export const mapLayer = z.object({
  /** Differs from that of every other layer. */
  id: z.string(),
  /**
   * What it is drawn as: basemap, imagery, terrain (shaded hills), contours or overlay. The page leaves out a kind that it
   * does not know.
   */
  kind: z.string(),
  title: z.string(),
  /** Says more than the title, after which it is read. */
  hint: z.string().optional(),
  /** As in MapLibre's style specification. Left out where only the provider's styles name it. */
  source: z.union([tileSource, z.object({ type: z.literal('vector'), url: z.string() })]).optional(),
  /** The layer inside its vector tiles; without it, one of the same name as `id`. */
  sourceLayer: z.string().optional(),
  /** The property of its features that chooses their entry in the legend. */
  property: z.string().optional(),
  /** The property of its features that is written on the map. */
  labelProperty: z.string().optional(),
  legend: z
    .array(
      z.object({
        label: z.string(),
        color: z.string().regex(/^#[0-9a-f]{6}$/i),
        /** Of the property; without them, all values that no other entry has. */
        values: z.array(z.string()).optional(),
      }),
    )
    .optional(),
});
export type MapLayer = z.infer<typeof mapLayer>;

const extent = {
  /** Where the parcels are densest. */
  center: z.object({ lng: z.number(), lat: z.number() }),
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
};

export const searchableBy = z.enum(['owner', 'address']);
export type SearchableBy = z.infer<typeof searchableBy>;

const county = z.object({
  /** As `platbook sources` lists it, and as it stands in links. */
  name: z.string(),
  title: z.string(),
  /** Whether its parcels are named by their PINs alone (contract/parcel-pin.ts). */
  hasBarePins: z.boolean(),
  /** What its parcels can be found by, besides their PINs. Left out where that is not known. */
  searchable: z.array(searchableBy).optional(),
  ...extent,
});
export type LoadedCounty = z.infer<typeof county>;

export const clientConfig = z.object({
  productName: z.string(),
  /** Of the server. Null for strangers who may not see parcels: it would tell them what it is open to. */
  version: z.string().nullable(),
  /** `public`: parcels and tiles need no session. */
  parcelAccess: z.enum(['signed-in', 'public']),
  /** Where the parcels come from, shown with the map. Null where there are none. */
  parcelSource: z.string().nullable(),
  /** For the map's attribution: every source with its date and the credit that its publisher asks for. */
  parcelCredit: z.string().nullable(),
  /** Changes with every import and removal. Null where there are none. */
  parcelVersion: z.string().nullable(),
  /** Where the map begins, and how far the parcels reach. Null where there are none. */
  view: z.object({ ...extent, zoom: z.number() }).nullable(),
  /** The loaded counties, the first one first. */
  counties: z.array(county),
  /** What the maps have for this land, in the order in which it is listed and drawn. */
  layers: z.array(mapLayer),
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
    /** False: no mailed links, only the providers. Left out otherwise. */
    mailSignIn: z.literal(false).optional(),
    /** Whose icons are live on the login page. */
    oauthProviders: z.array(oauthProvider).optional(),
  }),
});
export type ClientConfig = z.infer<typeof clientConfig>;
