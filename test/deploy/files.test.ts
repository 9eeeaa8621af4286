// The files of a deployment, read as text: what they promise about users, ports, secrets and versions.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dockerFilter, execForm, readDockerfile, readPairs } from '../../scripts/read-dockerfile.mjs';
import { readConfig } from '../../server/config.ts';
import { findProgram } from '../find-program.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json'));

describe('Dockerfile', () => {
  const stages = readDockerfile(read('Dockerfile'));
  const last = stages.at(-1)!;
  const textOf = (instruction: string) =>
    last.steps.findLast((step) => step.instruction === instruction)?.text;

  test('runs as a user that is not root, by number, and the server itself gets the signal to stop', () => {
    expect(textOf('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(textOf('STOPSIGNAL')).toBe('SIGTERM');
    expect(execForm(textOf('ENTRYPOINT')!)[0]).toBe('node');
    expect(execForm(textOf('CMD')!)).toEqual(['start']);
  });

  test('keeps its data in a volume, and listens for other containers', () => {
    const env = readPairs(textOf('ENV')!);
    expect(env.DATA_DIR).toBe(textOf('VOLUME'));
    expect(env.PORT).toBe(textOf('EXPOSE'));
    const { host, dataDir } = readConfig({ ...env, SMTP_URL: 'smtp://mail' });
    expect({ host, dataDir }).toEqual({ host: '0.0.0.0', dataDir: '/data' });
  });

  test('the last image has no package of the build, and a health check', () => {
    const copies = last.steps.filter(({ instruction, flags }) => instruction === 'COPY' && flags.from);
    const packages = stages.find(({ name }) => name === copies[0]!.flags.from)!;
    expect(copies.filter(({ text }) => text.includes('node_modules'))).toHaveLength(1);
    expect(packages.steps.at(-1)!.text).toBe('npm ci --omit=dev');
    const [, script] = execForm(textOf('HEALTHCHECK')!.replace(/^CMD /, ''));
    expect(existsSync(join(root, script!.replace('/app/', '')))).toBe(true);
  });

  test('.dockerignore lets the sources through, and no secret, no data and no test', () => {
    const isSent = dockerFilter(read('.dockerignore'));
    const folders = [
      'basemap',
      'cli',
      'contract',
      'demo',
      'gazetteer',
      'geo',
      'import',
      'layers',
      'runtime',
      'server',
    ];
    const needed = [...folders, 'store', 'web'].map((folder) => `${folder}/a.ts`);
    expect(
      [...needed, 'scripts/build.mjs', 'vite.config.ts', 'package-lock.json'].filter(isSent),
    ).toHaveLength(needed.length + 3);
    const kept = [
      '.env',
      '.git/config',
      'data/accounts.db',
      'node_modules/a.js',
      'dist/a.js',
      'cli/a.test.ts',
    ];
    expect(kept.filter(isSent)).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const example = read('.env.example');
  const service = (name: string) => new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(text)![1]!;

  /** As Compose does: ${NAME:-default} and ${NAME:?reason}. */
  function environmentOf(name: string, given: Record<string, string>): Record<string, string> {
    const [, block] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service(name))!;
    return Object.fromEntries(
      [...block!.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, setting, value]) => [
        setting!,
        value!.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, variable, kind, rest) => {
          if (given[variable]) return given[variable];
          if (kind === '?') throw new Error(`${variable} is missing: ${rest}`);
          return rest ?? '';
        }),
      ]),
    );
  }

  test('only loopback ports are published, and none of the database', () => {
    const ports = [...text.matchAll(/ports: \[(.*)\]/g)].map(([, list]) => list!);
    expect(ports).toHaveLength(2);
    for (const list of ports) expect(list).toMatch(/^'127\.0\.0\.1:[^',]+'$/);
    expect(service('database')).not.toContain('ports:');
  });

  test('every image has a version, ours that of the package', () => {
    const images = [...text.matchAll(/image: (\S+)/g)].map(([, image]) => image!);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/^[\w/]+:v?\d+[\d.-]+$/);
    expect(images).toContain(`platbook:${version}`);
  });

  test('Platbook waits for services that are healthy, cannot write its code, and holds no privilege', () => {
    const platbook = service('platbook');
    for (const needed of ['database', 'mail']) {
      expect(platbook).toMatch(new RegExp(`${needed}:\\n +condition: service_healthy`));
      expect(service(needed)).toContain('healthcheck:');
    }
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) {
      expect(platbook).toContain(line);
    }
  });

  test('refuses to start without a password; with one, its settings are accepted', () => {
    expect(() => environmentOf('platbook', {})).toThrow('POSTGRES_PASSWORD is missing');
    const imageSettings = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' };
    const config = readConfig({
      ...imageSettings,
      ...environmentOf('platbook', { POSTGRES_PASSWORD: 'abc' }),
    });
    expect(config.databaseUrl).toBe('postgres://platbook:abc@database:5432/platbook');
    expect(config.smtpUrl).toContain('smtp://mail:1025');
    // The gateway of the network is where a proxy on the host comes from.
    expect(config.trustProxy).toEqual([/gateway: (\S+)/.exec(text)![1]]);
  });

  test('.env.example names every variable, and holds no secret', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
    expect(named.sort()).toEqual([...new Set(used)].sort());
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});

describe('systemd', () => {
  const units = readdirSync(join(root, 'deploy')).filter((file) => /\.(service|timer)$/.test(file));
  const analyze = findProgram(['systemd-analyze']);
  const services = units.filter((file) => file.endsWith('.service'));

  /** The units with programs that exist here: systemd complains of missing ones. */
  async function unitsToVerify(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'platbook-units-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const unit of units) {
      const text = read(`deploy/${unit}`).replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`);
      await writeFile(join(folder, unit), text);
    }
    return folder;
  }

  test.each(services)('%s: not root, its own data only, and code that it cannot change', (unit) => {
    const lines = read(`deploy/${unit}`).split('\n');
    for (const line of [
      'User=platbook',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.find((line) => line.startsWith('StateDirectory='))).toMatch(/=platbook\b/);
    expect(lines).toContain('Environment=NODE_ENV=production DATA_DIR=/var/lib/platbook');
  });

  test('the graceful stop fits into the time that systemd gives', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/platbook.service'))!;
    const [, milliseconds] = /STOP_TIMEOUT_MS = (\d+)/.exec(read('cli/stop-server.ts'))!;
    expect(Number(seconds) * 1000).toBeGreaterThan(2 * Number(milliseconds));
  });

  test('a service whose database comes late is started again until it is there', () => {
    const lines = read('deploy/platbook.service').split('\n');
    expect(lines).toContain('Restart=on-failure');
    expect(lines).toContain('StartLimitIntervalSec=0');
    expect(lines.filter((line) => /^(StartLimitBurst|Requires|BindsTo)=/.test(line))).toEqual([]);
  });

  test('platbook-admin begins in the folder of its caller, and fails in none that is closed to the service', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platbook admin-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const { stdout } = spawnSync('sh', [join(root, 'deploy/platbook-admin'), 'refresh', '--quiet'], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    const words = stdout.trimEnd().split('\n');
    expect(words).toContain(`--property=WorkingDirectory=-${folder}`);
    expect(words).not.toContain('--same-dir');
    expect(words.slice(-3)).toEqual(['/opt/platbook/current/bin/platbook', 'refresh', '--quiet']);
  });

  test('the sample settings are accepted', () => {
    const lines = read('deploy/platbook.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm);
    const config = readConfig(Object.fromEntries([...lines].map(([, name, value]) => [name!, value!])));
    expect(config).toMatchObject({ publicUrl: 'https://parcels.example.org', trustProxy: ['127.0.0.1'] });
  });

  test.skipIf(analyze === undefined)(
    'systemd-analyze, where there is one, finds nothing to complain about',
    async () => {
      const folder = await unitsToVerify();
      const { status, stderr } = spawnSync(analyze!, ['verify', '--man=no', ...units], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    },
  );

  test.skipIf(analyze === undefined).each(services)(
    '%s: systemd-analyze, where there is one, rates its exposure as OK',
    (unit) => {
      const args = ['security', '--offline=true', '--threshold=20', join(root, 'deploy', unit)];
      const { status, stdout } = spawnSync(analyze!, args, { encoding: 'utf8' });
      expect(stdout).toContain('Overall exposure level');
      expect(status).toBe(0);
    },
  );
});
