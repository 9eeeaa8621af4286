// Addresses outside the county: cities with their states and ZIP codes, and common street names.
import { phrases } from '../../word-lists.ts';

export type FarCity = { city: string; state: string; zips: readonly string[] };

/** Cities within a few hours' drive. */
export const carolinaCities: readonly FarCity[] = [
  { city: 'Charlotte', state: 'NC', zips: ['28202', '28205', '28209', '28211', '28226', '28269', '28277'] },
  { city: 'Concord', state: 'NC', zips: ['28025', '28027'] },
  { city: 'Hickory', state: 'NC', zips: ['28601', '28602'] },
  { city: 'Winston-Salem', state: 'NC', zips: ['27103', '27104', '27106'] },
  { city: 'Greensboro', state: 'NC', zips: ['27408', '27410'] },
  { city: 'Raleigh', state: 'NC', zips: ['27607', '27609', '27615'] },
  { city: 'Asheville', state: 'NC', zips: ['28803', '28804'] },
  { city: 'Wilmington', state: 'NC', zips: ['28403', '28411'] },
  { city: 'Rock Hill', state: 'SC', zips: ['29730', '29732'] },
  { city: 'Greenville', state: 'SC', zips: ['29607', '29615'] },
  { city: 'Columbia', state: 'SC', zips: ['29205', '29206'] },
  { city: 'Myrtle Beach', state: 'SC', zips: ['29572', '29577'] },
];

export const distantCities: readonly FarCity[] = [
  { city: 'Atlanta', state: 'GA', zips: ['30305', '30309', '30327', '30342'] },
  { city: 'Savannah', state: 'GA', zips: ['31401', '31405'] },
  { city: 'Jacksonville', state: 'FL', zips: ['32207', '32256'] },
  { city: 'Naples', state: 'FL', zips: ['34102', '34108'] },
  { city: 'The Villages', state: 'FL', zips: ['32162', '32163'] },
  { city: 'Knoxville', state: 'TN', zips: ['37919', '37922'] },
  { city: 'Nashville', state: 'TN', zips: ['37205', '37215'] },
  { city: 'Richmond', state: 'VA', zips: ['23226', '23229'] },
  { city: 'Roanoke', state: 'VA', zips: ['24014', '24018'] },
  { city: 'Charleston', state: 'WV', zips: ['25304', '25314'] },
  { city: 'Pittsburgh', state: 'PA', zips: ['15217', '15228', '15237'] },
  { city: 'Columbus', state: 'OH', zips: ['43214', '43221'] },
  { city: 'Rochester', state: 'NY', zips: ['14610', '14618'] },
  { city: 'Brooklyn', state: 'NY', zips: ['11215', '11218', '11230'] },
  { city: 'Morristown', state: 'NJ', zips: ['07960'] },
  { city: 'Worcester', state: 'MA', zips: ['01602', '01609'] },
  { city: 'Chicago', state: 'IL', zips: ['60614', '60618', '60657'] },
  { city: 'Houston', state: 'TX', zips: ['77024', '77057'] },
  { city: 'Dallas', state: 'TX', zips: ['75225', '75230'] },
  { city: 'Scottsdale', state: 'AZ', zips: ['85251', '85260'] },
  { city: 'Denver', state: 'CO', zips: ['80206', '80209'] },
  { city: 'Los Angeles', state: 'CA', zips: ['90026', '90042', '90065'] },
];

export const farStreets = phrases(`
  Main St, Oak St, Maple Ave, Park Rd, Elm St, Washington Ave, Lakeview Dr, Hillcrest Dr, Sunset Blvd,
  Highland Ave, Forest Dr, Cedar Ln, Ridge Rd, Walnut St, Chestnut St, Meadow Ln, Spring St, River Rd,
  College Ave, Franklin St, Jefferson Ave, Magnolia Ct, Woodland Dr, Fairway Dr, Kingston Ave, Sharon Ln,
  Heritage Ct, Linden Way`);

/** Streets of company offices. */
export const farOfficeStreets = phrases(`
  Exchange Pl, Commerce Dr, Executive Center Dr, Corporate Park Dr, Fairview Rd, Market St, Enterprise Blvd,
  Trade St, Perimeter Pkwy`);
