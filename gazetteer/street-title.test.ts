// Tests how abbreviated street names are expanded for display.
import { expect, test } from 'vitest';
import { placeTitle, streetTitle } from './street-title.ts';

test.each([
  ['Maple St', 'Maple Street'],
  ['MAPLE ST', 'Maple Street'],
  ['N Main St', 'North Main Street'],
  ['Main St E', 'Main Street East'],
  ['Old Overcash Rd', 'Old Overcash Road'],
  ['NC 214 Hwy', 'NC 214 Highway'],
  ['NC 214 HWY', 'NC 214 Highway'],
  ['St Johns Rd.', 'St Johns Road'],
  ['E St', 'E Street'],
  ['Avenue E', 'Avenue E'],
  ['North St', 'North Street'],
  ['5TH AVE', '5th Avenue'],
  ['Broadway', 'Broadway'],
  ['', ''],
  ['MC GRATH HWY', 'McGrath Highway'],
  ['MCCLELLAN AVE', 'McClellan Avenue'],
  ["O'BRIEN HWY", "O'Brien Highway"],
  ["ST. MARY'S RD", "St. Mary's Road"],
  ['MLK BLVD', 'MLK Boulevard'],
  ['MT AUBURN ST', 'Mt Auburn Street'],
  ['WINSTON-SALEM RD', 'Winston-Salem Road'],
  ['MACON CT', 'Macon Court'],
])('%s is shown as %s', (name, title) => {
  expect(streetTitle(name)).toBe(title);
});

test.each([
  ['PARK OF THE OAKS', 'Park of the Oaks'],
  ["O'REILLY FIELD (JFK)", "O'Reilly Field (JFK)"],
  ["ST. JOHN'S PARK", "St. John's Park"],
  ['MC CORMICK LAKE', 'McCormick Lake'],
  ['THE COMMONS', 'The Commons'],
  ['LAKE MICHIGAN-HURON', 'Lake Michigan-Huron'],
  ['Danehy Park', 'Danehy Park'],
])('[LAY-3] the place %s is shown as %s', (name, title) => {
  expect(placeTitle(name)).toBe(title);
});
