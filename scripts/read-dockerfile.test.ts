import { describe, expect, test } from 'vitest';
import { dockerFilter, execForm, readDockerfile, readPairs } from './read-dockerfile.mjs';

describe('a Dockerfile', () => {
  test('is read into stages and their steps, with arguments, continued lines and flags', () => {
    const text = `# a comment
ARG VERSION=20
FROM node:\${VERSION}-slim AS build
RUN one && \\
  two
FROM node:\${VERSION}-slim
COPY --from=build /app/dist ./dist
`;
    expect(readDockerfile(text)).toEqual([
      {
        name: 'build',
        image: 'node:20-slim',
        steps: [{ instruction: 'RUN', flags: {}, text: 'one &&    two' }],
      },
      {
        name: '1',
        image: 'node:20-slim',
        steps: [{ instruction: 'COPY', flags: { from: 'build' }, text: '/app/dist ./dist' }],
      },
    ]);
  });

  test.each([
    ['an instruction that the check could not follow', 'FROM a\nADD https://example.org/x /x'],
    ['a step before the first stage', 'RUN true'],
    ['an argument without a value', `FROM node:\${NOTHING}`],
  ])('is refused for %s', (_title, text) => {
    expect(() => readDockerfile(text)).toThrow();
  });

  test('only the exec form is accepted: a shell would get the signals', () => {
    expect(execForm('["node", "x.mjs"]')).toEqual(['node', 'x.mjs']);
    expect(() => execForm('node x.mjs')).toThrow();
  });

  test('pairs keep equals signs in their values', () => {
    expect(readPairs('A=1 B=x=y')).toEqual({ A: '1', B: 'x=y' });
  });
});

test('a .dockerignore: the last line that matches a path, or a folder above it, decides', () => {
  const isSent = dockerFilter('# nothing but\n*\n!web\n!tsconfig.*.json\n**/*.test.ts\n');
  const sent = ['web/map/a.ts', 'tsconfig.web.json'];
  const kept = ['.env', 'data/accounts.db', 'web/map/a.test.ts', 'a.test.ts', 'tsconfig.json'];
  expect([...sent, ...kept].filter(isSent)).toEqual(sent);
  expect(dockerFilter('')('.env')).toBe(true);
});
