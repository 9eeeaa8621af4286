// The peer of all serving: nginx with the tiles as gzipped files, from a configuration of its own on a loopback port.
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

export async function startNginx(start: Start): Promise<Program & { port: number }> {
  const { program, folder, files, workers, cores } = start;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, gzip } of files) {
    const file = join(folder, 'files', `${path}.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gzip);
  }
  const port = await freePort();
  const configFile = join(folder, 'nginx.conf');
  writeFileSync(configFile, configuration({ folder, port, workers }));
  const nginx = startProgram({ program, args: ['-p', folder, '-c', configFile], cores });
  await Promise.race([
    untilAnswered(port, files[0]!.path),
    nginx.ended.then(() => Promise.reject(new Error(`nginx did not start:\n${nginx.output()}`))),
  ]);
  return { ...nginx, port };
}

/** Tuned for files: sendfile, no log, and file handles kept open, which spares it the look-up. */
function configuration({ folder, port, workers }: { folder: string; port: number; workers: number }): string {
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
  server {
    listen 127.0.0.1:${port} reuseport; server_name localhost; root ${folder}/files;
    location /tiles/ {
      gzip_static always; gzip_vary on; etag on;
      types {} default_type application/vnd.mapbox-vector-tile;
      add_header Cache-Control "private, no-cache"; add_header X-Content-Type-Options nosniff;
    }
  }
}
`;
}
