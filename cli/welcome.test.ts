// What the operator reads after a start.
import { expect, test } from 'vitest';
import { readConfig } from '../server/config.ts';
import { welcome } from './welcome.ts';

function blockFor(env: Record<string, string>, count = 1234): string {
  const set = {
    version: '1',
    count,
    source: 'Test county',
    kind: 'imported' as const,
    bounds: { west: -81, south: 35, east: -80, north: 36 },
    center: { lng: -80.5, lat: 35.5 },
    sources: [],
  };
  return welcome({ config: readConfig(env), set, webFolder: '/web' });
}

test.each([
  [999, '999,'],
  [41_172, '41,172,'],
  [100_000, '100,000,'],
  [6_000_000, '6,000,000,'],
])('the number of parcels is written in groups of three digits: %i', (count, written) => {
  expect(blockFor({}, count)).toContain(`Parcels   ${written}`);
});

test('mail lands in the local inbox; its address and the one to open carry a key of this start', () => {
  const keyOf = (block: string) => {
    const [, atStart] = /Open {6}http:\/\/localhost:4000\/start\/([\w-]{22})$/m.exec(block)!;
    const [, ofInbox] = /local inbox, http:\/\/localhost:4000\/inbox\/([\w-]{22}) /.exec(block)!;
    expect(ofInbox).toBe(atStart);
    return ofInbox;
  };
  expect(keyOf(blockFor({ PORT: '4000' }))).not.toBe(keyOf(blockFor({ PORT: '4000' })));
});

test('mail is sent through a server, named without its credentials', () => {
  const block = blockFor({ SMTP_URL: 'smtps://ada:s3cret@mail.example.org:465' });
  expect(block).toContain('sent through mail.example.org:465');
  expect(block).not.toMatch(/ada|s3cret|inbox/);
  expect(block).toMatch(/Open {6}http:\/\/localhost:3000$/m);
});

test('with Stytch, mail is sent by Stytch', () => {
  const block = blockFor({
    STYTCH_PUBLIC_TOKEN: 'public-token-test-1',
    STYTCH_PROJECT_ID: 'project-test-1',
    STYTCH_SECRET: 's3cret',
  });
  expect(block).toContain('sent by Stytch');
  expect(block).not.toMatch(/s3cret|inbox/);
});

test.each([
  ['http://parcels.example.org', true],
  ['http://192.0.2.7:3000', true],
  ['https://parcels.example.org', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:3000', false],
])(
  '[A20] if nobody can sign in because https is missing, the operator is told so: %s',
  (publicUrl, isTold) => {
    const block = blockFor({ PUBLIC_URL: publicUrl, SMTP_URL: 'smtp://127.0.0.1' });
    expect(block.includes('over https only')).toBe(isTold);
  },
);

test.each([
  [{ PUBLIC_URL: 'https://parcels.example.org' }, true],
  [{ PUBLIC_URL: 'https://parcels.example.org', TRUST_PROXY: '127.0.0.1' }, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, false],
])(
  'behind a proxy that is not named, the operator is warned that all count as one client: %j',
  (env, isWarned) => {
    const block = blockFor({ SMTP_URL: 'smtp://127.0.0.1', ...env });
    expect(/Warning: .*TRUST_PROXY/.test(block)).toBe(isWarned);
  },
);
