import { expect, test } from 'vitest';
import { furtherProperties, propertiesFromFile } from './file-properties.ts';

test('[V13] an export has what a file has said of a drawing, and nothing twice', () => {
  const { properties } = propertiesFromFile({
    PARCEL_ID: '0012',
    ACRES: 12.5,
    vacant: false,
    NAME: 'Field',
    desc: ' Fallow ',
    stroke: '#ff0000',
    Color: 'yellow',
    owner: null,
    version: 3,
  });
  expect(properties).toMatchObject({ name: 'Field', notes: 'Fallow', color: '#ff0000' });
  expect(furtherProperties(properties)).toEqual({
    PARCEL_ID: '0012',
    ACRES: 12.5,
    vacant: false,
    Color: 'yellow',
    version: 3,
  });
  // Of the account, in milliseconds.
  expect(furtherProperties({ version: 1_790_000_000_000 })).toEqual({});
});

test('[V13] what was renamed or noted anew keeps what the file has said', () => {
  const { properties } = propertiesFromFile({ NAME: 'Field', description: 'Fallow' });
  expect(furtherProperties({ ...properties, name: 'North', notes: 'Wet' })).toEqual({
    NAME: 'Field',
    description: 'Fallow',
  });
});

test('[V14] long notes stay whole under the name that they have in the file', () => {
  const text = 'a'.repeat(3000);
  expect(propertiesFromFile({ desc: text })).toEqual({
    properties: { desc: text, notes: text.slice(1000) },
    cut: [expect.stringContaining('2,000')],
  });
  expect(propertiesFromFile({ notes: text, desc: 'short' }).properties).toEqual({
    desc: 'short',
    notes: text.slice(1000),
    whole_notes: text,
  });
});
