// The built web app: its static files, and index.html for every address of a page (the browser's router takes over).
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '../contract/messages.ts';
import { PAGE_PERMISSIONS } from './answer-headers.ts';
import { Failure } from './failure.ts';

/** Below these prefixes an unknown address is a 404, never the page. */
const notPages = /^\/(api|tiles|assets|sdk|v1|inbox|styles|maps|geocoding|events)(\/|$)/;

/** `.js` and `.png`, but not the number at the end of `/parcels/46.31`. */
const fileExtension = /\.[a-z][a-z\d]*$/i;

type Policy = Record<string, string[]>;

const ownPolicy: Policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'"],
  'connect-src': ["'self'"],
  // The map library uses data: URLs for icons and blob: URLs for images.
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Stytch's API, and the device fingerprinting and captcha that a Stytch project may require. */
const stytchPolicy: Policy = {
  'connect-src': ['https://*.stytch.com'],
  'script-src': ['https://*.stytch.com', 'https://www.google.com', 'https://www.gstatic.com'],
  'frame-src': ['https://*.stytch.com', 'https://www.google.com'],
};

const mapboxAddresses = ['https://api.mapbox.com', 'https://*.tiles.mapbox.com', 'https://events.mapbox.com'];
const mapboxPolicy: Policy = { 'connect-src': mapboxAddresses, 'img-src': mapboxAddresses };

function pageHeaders(policies: Policy[]) {
  const directives = new Set(policies.flatMap((policy) => Object.keys(policy)));
  const sourcesOf = (directive: string) => policies.flatMap((policy) => policy[directive] ?? []);
  return {
    'Content-Security-Policy': [...directives]
      .map((directive) => [directive, ...sourcesOf(directive)].join(' '))
      .join('; '),
    'Permissions-Policy': PAGE_PERMISSIONS,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cache-Control': 'no-cache',
  };
}

/** Its address holds a token that signs in. */
const LANDING_PAGE = '/authenticate';

type Parts = {
  folder: string | undefined;
  /** The browser talks to Stytch itself. */
  usesStytch: boolean;
  /** The browser gets its maps from Mapbox itself. */
  usesMapbox: boolean;
};

/** Without a folder (Vite serves the pages) every unknown address is a 404. */
export function webPages(app: FastifyInstance, { folder, usesStytch, usesMapbox }: Parts): void {
  if (folder !== undefined) {
    const policies = [
      ownPolicy,
      ...(usesStytch ? [stytchPolicy] : []),
      ...(usesMapbox ? [mapboxPolicy] : []),
    ];
    // Mapbox may want to know the site that a token is used on, and this page goes on to the map. The origin holds no token.
    const landingReferrer = usesMapbox ? 'strict-origin' : 'no-referrer';
    serveFiles({ app, folder, headers: pageHeaders(policies), landingReferrer });
  }

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const isPage = !notPages.test(path) && !fileExtension.test(path);
    if (folder === undefined || !isReading || !isPage) throw new Failure(404, refusals.notFound);
    // Not returned: the file server awaits the same reply twice already, and each time adds listeners to the response.
    reply.sendFile('index.html');
  });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0]!;
}

type Files = {
  app: FastifyInstance;
  folder: string;
  headers: Record<string, string>;
  landingReferrer: string;
};

function serveFiles({ app, folder, headers, landingReferrer }: Files): void {
  const assets = join(folder, 'assets') + sep;

  function setHeaders(reply: FastifyReply, path: string): void {
    // For assets too: the policy of a worker is that of its own file, not that of the page.
    reply.headers(headers);
    if (pathOf(reply.request) === LANDING_PAGE) reply.header('Referrer-Policy', landingReferrer);
    // File names in assets/ contain a hash of their content, so they never change.
    if (path.startsWith(assets)) reply.header('Cache-Control', 'public, max-age=31536000, immutable');
  }

  app.register(fastifyStatic, { root: folder, preCompressed: true, cacheControl: false, setHeaders });
}
