// nginx from a configuration of its own on a loopback port: with the tiles as gzipped files, the peer of all serving, and as
// a shared cache in front of Platbook.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../../test/run-platbook.ts';
import { untilAnswered } from '../measure/http.ts';
import { type Program, startProgram } from '../measure/processes.ts';

export type TileFile = { path: string; gzip: Buffer };

type Start = {
  program: string;
  folder: string;
  files: readonly TileFile[];
  workers: number;
  cores: readonly number[] | undefined;
};

export type Nginx = Program & { port: number };

export async function startNginx({ program, folder, files, workers, cores }: Start): Promise<Nginx> {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, gzip } of files) {
    const file = join(folder, 'files', `${path.split('?')[0]}.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gzip);
  }
  const server = `root ${folder}/files;
    location /tiles/ {
      gzip_static always; gzip_vary on; etag on;
      types {} default_type application/vnd.mapbox-vector-tile;
      add_header Cache-Control "private, no-cache"; add_header X-Content-Type-Options nosniff;
    }`;
  return run({ program, folder, cores, probePath: files[0]!.path, configuration: { workers, server } });
}

/** A shared cache in front of a server, as a CDN is: it keeps what the server's headers allow, and says so in X-Cache. */
export function startCache(cache: { program: string; folder: string; originPort: number }): Promise<Nginx> {
  const { program, folder, originPort } = cache;
  rmSync(folder, { recursive: true, force: true });
  const server = `location / {
      proxy_pass http://127.0.0.1:${originPort}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_cache tiles; proxy_cache_revalidate on; add_header X-Cache $upstream_cache_status;
    }`;
  const shared = `proxy_cache_path ${folder}/cache keys_zone=tiles:10m;`;
  return run({ program, folder, probePath: '/healthz', configuration: { workers: 1, server, shared } });
}

type Configuration = { workers: number; server: string; shared?: string };

async function run({
  program,
  folder,
  cores,
  probePath,
  configuration,
}: {
  program: string;
  folder: string;
  cores?: Start['cores'];
  probePath: string;
  configuration: Configuration;
}): Promise<Nginx> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const configFile = join(folder, 'nginx.conf');
  writeFileSync(configFile, configurationText({ folder, port, ...configuration }));
  const nginx = startProgram({ program, args: ['-p', folder, '-c', configFile], cores });
  await Promise.race([
    untilAnswered(port, probePath),
    nginx.ended.then(() => Promise.reject(new Error(`nginx did not start:\n${nginx.output()}`))),
  ]);
  return { ...nginx, port };
}

/** Tuned for files: sendfile, no log, and file handles kept open, which spares it the look-up. */
function configurationText({
  folder,
  port,
  workers,
  server,
  shared = '',
}: Configuration & { folder: string; port: number }): string {
  // Otherwise the workers of root run as nobody, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary;`)
    .join(' ');
  return `daemon off; ${user} worker_processes ${workers}; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; ${temporary}
  sendfile on; tcp_nopush on; keepalive_requests 1000000000; keepalive_timeout 120;
  open_file_cache max=10000 inactive=600s; open_file_cache_valid 600s;
  ${shared}
  server {
    listen 127.0.0.1:${port} reuseport; server_name localhost;
    ${server}
  }
}
`;
}
