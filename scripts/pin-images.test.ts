// Pinning images by digest, at a stand-in for the registry.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestAtRegistry, imagesIn, pinImages } from './pin-images.mjs';
import { readDockerfile } from './read-dockerfile.mjs';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

let registry: string;
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, registry);
  if (pathname === '/token') {
    response.end(JSON.stringify({ token: `for ${searchParams.get('scope')}` }));
  } else if (request.headers.authorization !== `Bearer for ${pathname}`) {
    const challenge = `Bearer realm="${registry}/token",service="test",scope="${pathname}"`;
    response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
  } else if (pathname === '/v2/library/node/manifests/24-bookworm-slim') {
    response.writeHead(200, { 'Docker-Content-Digest': digest('a') }).end();
  } else if (pathname === '/v2/axllent/mailpit/manifests/v1') {
    response.writeHead(200, { 'Docker-Content-Digest': digest('b') }).end();
  } else response.writeHead(404).end();
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const pin = (text: string) => pinImages(text, (name, tag) => digestAtRegistry(name, tag, registry));

test('[SEC-14] images get the digest that the registry names, also in place of an older one; our own stays', async () => {
  const dockerfile = await pin(`ARG NODE_IMAGE=node:24-bookworm-slim\nFROM \${NODE_IMAGE}\n`);
  expect(dockerfile).toBe(`ARG NODE_IMAGE=node:24-bookworm-slim@${digest('a')}\nFROM \${NODE_IMAGE}\n`);
  expect(readDockerfile(dockerfile)[0]!.image).toBe(`node:24-bookworm-slim@${digest('a')}`);
  const compose = `  a:\n    image: platbook:0.1.0\n  b:\n    image: axllent/mailpit:v1@${digest('c')}\n`;
  expect(await pin(compose)).toBe(compose.replace(digest('c'), digest('b')));
  await expect(pin('ARG NODE_IMAGE=node:none')).rejects.toThrow(
    'No digest of node:none: the registry answers 404',
  );
});

test('[SEC-14] every image of the Dockerfile and of compose.yaml is one that is pinned', () => {
  const isOurs = (image: string) => image.startsWith('platbook:');
  const composed = [...read('compose.yaml').matchAll(/^\s+image: (\S+)$/gm)].map(([, image]) => image!);
  const known = [...imagesIn(read('Dockerfile')), ...imagesIn(read('compose.yaml'))].map(
    ({ name, tag, digest }) => [`${name}:${tag}`, digest].filter(Boolean).join('@'),
  );
  const used = [...readDockerfile(read('Dockerfile')).map(({ image }) => image), ...composed];
  expect(used.length).toBeGreaterThan(4);
  expect(used.filter((image) => !isOurs(image) && !known.includes(image))).toEqual([]);
});

test('[SEC-14] the check names each image without a digest, and fails', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/pin-images.mjs'), '--check'], {
    encoding: 'utf8',
  });
  const open = ['Dockerfile', 'compose.yaml'].flatMap((file) =>
    imagesIn(read(file)).filter(({ digest }) => digest === undefined),
  );
  expect(status).toBe(open.length > 0 ? 1 : 0);
  expect(stderr.trim().split('\n').filter(Boolean)).toHaveLength(open.length);
  for (const { name, tag } of open) expect(stderr).toContain(`${name}:${tag} has no digest`);
});
