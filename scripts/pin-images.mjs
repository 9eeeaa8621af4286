// @ts-check
// `npm run pin:images`: writes into Dockerfile and compose.yaml the digests that the registry has for their images now, so that a build
// next month takes the same ones. `-- --check` asks nobody, and fails where an image has no digest. Part of a release.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = ['Dockerfile', 'compose.yaml'];
const DOCKER_HUB = 'https://registry-1.docker.io';

/** An image with its tag, and its digest if it has one. Our own is built, not fetched. */
const imagePattern =
  /(?<=^ARG NODE_IMAGE=|^\s+image: )(?!platbook:)([\w./-]+):([\w.-]+)(?:@(sha256:[\da-f]{64}))?$/gm;

/**
 * @param {string} text
 * @returns {{ name: string, tag: string, digest: string | undefined }[]}
 */
export function imagesIn(text) {
  return [...text.matchAll(imagePattern)].map(([, name = '', tag = '', digest]) => ({ name, tag, digest }));
}

/**
 * @param {string} text
 * @param {(name: string, tag: string) => Promise<string>} digestOf
 */
export async function pinImages(text, digestOf) {
  /** @type {Map<string, string>} */
  const digests = new Map();
  for (const { name, tag } of imagesIn(text)) digests.set(`${name}:${tag}`, await digestOf(name, tag));
  return text.replace(imagePattern, (_, name, tag) => `${name}:${tag}@${digests.get(`${name}:${tag}`)}`);
}

/**
 * Of the list of all platforms, as the registry names it (OCI distribution specification).
 * @param {string} name
 * @param {string} tag
 */
export async function digestAtRegistry(name, tag, registry = DOCKER_HUB) {
  const url = `${registry}/v2/${name.includes('/') ? name : `library/${name}`}/manifests/${tag}`;
  const accept =
    'application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json';
  /** @param {Record<string, string>} [headers] */
  const ask = (headers) => fetch(url, { method: 'HEAD', headers: { accept, ...headers } });
  let answer = await ask();
  if (answer.status === 401) {
    const authorization = `Bearer ${await anonymousToken(answer.headers.get('www-authenticate') ?? '')}`;
    answer = await ask({ authorization });
  }
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!answer.ok || !/^sha256:[\da-f]{64}$/.test(digest)) {
    throw new Error(`No digest of ${name}:${tag}: the registry answers ${answer.status}.`);
  }
  return digest;
}

/** @param {string} challenge */
async function anonymousToken(challenge) {
  const { realm = '', ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const answer = await fetch(`${realm}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new Error(`The registry gives no token: ${answer.status}.`);
  const { token } = /** @type {{ token: string }} */ (await answer.json());
  return token;
}

if (process.argv[1] === import.meta.filename) {
  for (const file of files.map((name) => join(root, name))) {
    const text = readFileSync(file, 'utf8');
    if (!process.argv.includes('--check')) writeFileSync(file, await pinImages(text, digestAtRegistry));
    else {
      for (const { name, tag } of imagesIn(text).filter(({ digest }) => digest === undefined)) {
        console.error(`${file}: ${name}:${tag} has no digest. npm run pin:images writes it.`);
        process.exitCode = 1;
      }
    }
  }
}
