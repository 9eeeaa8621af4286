// Runs the sample configurations of deploy/ with the real programs: other ports, files and certificates, nothing else changed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '../find-program.ts';
import { freePort } from '../run-platbook.ts';

/** The name in the samples. */
export const SITE = 'parcels.example.org';

export type RunningProxy = {
  httpPort: number;
  httpsPort: number;
  accessLog(): string;
  /** What of clients' bodies it has written to disk. */
  filesOfBodies(): string[];
  stop(): Promise<void>;
};

type Place = { folder: string; upstreamPort: number };

export type ProxyKind = {
  name: string;
  /** Why it cannot be tested here, or undefined. */
  obstacle: string | undefined;
  start(place: Place): Promise<RunningProxy>;
};

const samples = join(import.meta.dirname, '../../deploy');
const START_TIMEOUT_MS = 10_000;

/** Debian keeps nginx where only root's PATH leads. */
const nginx = findProgram(['nginx', '../sbin/nginx']);
const caddy = findProgram(['caddy']);

/** Throws for a text that the sample does not contain, so that the test changes with the sample. */
function replaceAll(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The sample has no "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const certificate = join(folder, 'fullchain.pem');
  const key = join(folder, 'privkey.pem');
  const subject = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files, ...subject], { stdio: 'pipe' });
  return { certificate, key };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const endMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (child.exitCode !== null || performance.now() > endMs)
      throw new Error(`It does not start:\n${output}`);
    await pause(50);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

async function startNginx({ folder, upstreamPort }: Place): Promise<RunningProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const { certificate, key } = makeCertificate(folder);
  const accessLog = join(folder, 'access.log');
  const site = replaceAll(readFileSync(join(samples, 'nginx.conf'), 'utf8'), [
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${upstreamPort};`],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
    [`/etc/letsencrypt/live/${SITE}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${SITE}/privkey.pem`, key],
    ['/var/log/nginx/platbook.log', accessLog],
    ['/var/log/nginx/platbook-error.log', join(folder, 'site-error.log')],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  // As Debian has it: gzip on, which the site must switch off. Root's worker would be another user otherwise.
  const main = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid ${folder}/nginx.pid; worker_processes 1; error_log stderr warn;
    events { worker_connections 256; }
    http { gzip on; gzip_types *; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, main);
  const child = spawn(nginx!, ['-c', configuration, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  await untilListening(child, httpsPort);
  return {
    httpPort,
    httpsPort,
    accessLog: () => readFileSync(accessLog, 'utf8'),
    filesOfBodies: () => readdirSync(join(folder, 'client_body')),
    stop: () => stop(child),
  };
}

async function startCaddy({ folder, upstreamPort }: Place): Promise<RunningProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const { certificate, key } = makeCertificate(folder);
  const accessLog = join(folder, 'access.log');
  const configuration = replaceAll(readFileSync(join(samples, 'Caddyfile'), 'utf8'), [
    ['reverse_proxy 127.0.0.1:3000', `reverse_proxy 127.0.0.1:${upstreamPort}`],
    ['\n\tservers {', `\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tservers {`],
    [`\nhttp://${SITE} {\n`, `\nhttp://${SITE} {\n\tbind 127.0.0.1\n`],
    [`\n${SITE} {\n`, `\n${SITE} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`],
    ['/var/log/caddy/platbook.log', accessLog],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, configuration);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(caddy!, ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilListening(child, httpsPort);
  return {
    httpPort,
    httpsPort,
    accessLog: () => readFileSync(accessLog, 'utf8'),
    // It passes bodies on as they come.
    filesOfBodies: () => [],
    stop: () => stop(child),
  };
}

function inOwnFolder(name: string, start: ProxyKind['start']): ProxyKind['start'] {
  return (place) => {
    const folder = join(place.folder, name);
    mkdirSync(folder, { recursive: true });
    return start({ ...place, folder });
  };
}

export const proxies: ProxyKind[] = [
  {
    name: 'nginx',
    obstacle: nginx ? undefined : 'nginx is not installed. On Debian: apt-get install nginx',
    start: inOwnFolder('nginx', startNginx),
  },
  {
    name: 'Caddy',
    obstacle: caddy ? undefined : 'Caddy is not installed. On Debian: apt-get install caddy',
    start: inOwnFolder('caddy', startCaddy),
  },
];
