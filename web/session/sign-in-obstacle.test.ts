import { expect, test } from 'vitest';
import { signInObstacle } from './sign-in-obstacle.ts';

const here = 'https://atlas.example.org';

test('nothing stands in the way at the address of the server, or with a provider elsewhere', () => {
  expect(signInObstacle({ origin: here, hasCrypto: true, apiUrl: here })).toBeUndefined();
  expect(signInObstacle({ origin: here, hasCrypto: true, apiUrl: null })).toBeUndefined();
});

test('plain http on another name than localhost needs https', () => {
  const origin = 'http://atlas.example.org';
  expect(signInObstacle({ origin, hasCrypto: false, apiUrl: origin })).toBe('needs-https');
});

test('a page opened under another name of the server leads to the right one', () => {
  const place = { origin: 'http://127.0.0.1:3000', hasCrypto: true, apiUrl: 'http://localhost:3000' };
  expect(signInObstacle(place)).toBe('other-address');
});
