// @ts-check
// `npm run check:dockerfile`: runs the steps of the Dockerfile in empty folders, with this machine's Node.js as the base image,
// then starts the result as its user, as PID 1 and on a read-only root, and asks for /healthz and the login page.
// `--data FOLDER` starts on a copy of a data folder: without it the demo county is made first, which takes a minute.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CONTAINER_PATH,
  canRunContainers,
  firstProcess,
  makeRoot,
  removeRoot,
  spawnInside,
} from './bare-container.mjs';
import { askServer, collectOutput, expectEqual, finish, freePort, stopServer } from './installed-server.mjs';
import { dockerFilter, execForm, readDockerfile, readPairs } from './read-dockerfile.mjs';

/** @typedef {import('./read-dockerfile.mjs').DockerStage} DockerStage */
/** @typedef {import('./read-dockerfile.mjs').DockerStep} DockerStep */
/** @typedef {{ root: string, env: Record<string, string>, cwd: string, user: string, entry: string[], command: string[], health: string[] }} Image */

const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 10_000;

const project = join(import.meta.dirname, '..');
const npmCache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();

/** Without these npm may reach no registry here. A build by a real engine has them from its own settings. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(https?_proxy|no_proxy|npm_config_registry)$/i.test(name)),
);

/** @type {Map<string, Image>} */
const images = new Map();

/**
 * @param {DockerStage} stage
 * @param {string} root
 */
async function build(stage, root) {
  makeRoot(root);
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 });
  chmodSync(join(root, 'tmp'), 0o1777);
  /** @type {Image} */
  const image = { root, env: {}, cwd: '/', user: '0:0', entry: [], command: [], health: [] };
  images.set(stage.name, image);
  for (const step of stage.steps) {
    console.log(`  ${stage.name}: ${step.instruction} ${step.text}`);
    await apply(step, image);
  }
  return image;
}

/**
 * @param {DockerStep} step
 * @param {Image} image
 */
async function apply({ instruction, flags, text }, image) {
  switch (instruction) {
    case 'ENV':
      Object.assign(image.env, readPairs(text));
      break;
    case 'WORKDIR':
      image.cwd = text;
      mkdirSync(join(image.root, text), { recursive: true });
      break;
    case 'COPY':
      copy(text.split(/\s+/), flags.from, image);
      break;
    case 'RUN':
      await run(image, ['/bin/sh', '-c', text]);
      break;
    case 'USER':
      image.user = text;
      break;
    case 'ENTRYPOINT':
      image.entry = execForm(text);
      break;
    case 'CMD':
      image.command = execForm(text);
      break;
    case 'HEALTHCHECK':
      image.health = execForm(text.replace(/^CMD\s+/, ''));
      break;
    case 'STOPSIGNAL':
      expectEqual('STOPSIGNAL', text, 'SIGTERM');
  }
}

/**
 * @param {string[]} paths
 * @param {string | undefined} from
 * @param {Image} image
 */
function copy(paths, from, { root, cwd }) {
  const target = paths.at(-1) ?? '';
  const isSent = dockerFilter(readFileSync(join(project, '.dockerignore'), 'utf8'));
  for (const source of paths.slice(0, -1)) {
    const origin = from === undefined ? join(project, source) : join(images.get(from)?.root ?? '', source);
    if (!existsSync(origin)) throw new Error(`COPY: ${source} does not exist.`);
    const isFolder = statSync(origin).isDirectory();
    // As Docker does: a folder's contents are copied, and a file into a target that ends with a slash.
    const intoFolder = !isFolder && target.endsWith('/');
    const destination = join(root, resolve(cwd, target), intoFolder ? basename(source) : '');
    mkdirSync(isFolder ? destination : dirname(destination), { recursive: true });
    const sent = from === undefined ? filesOf(origin).filter(isSent) : undefined;
    if (sent === undefined) cpSync(origin, destination, { recursive: true, verbatimSymlinks: true });
    else if (isFolder) for (const path of sent) cpSync(join(project, path), join(destination, path));
    else if (isSent(source)) cpSync(origin, destination);
    else throw new Error(`COPY: ${source} is left out by .dockerignore.`);
  }
}

/**
 * Paths relative to the project, as a clone would have them.
 * @param {string} folder
 */
function filesOf(folder) {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard', folder], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(project, path)));
}

/**
 * @param {Image} image
 * @param {string[]} command
 * @param {Record<string, string>} [more] Settings.
 */
function run({ root, env, cwd, user }, command, more = {}) {
  const forBuild = { HOME: '/root', npm_config_prefer_offline: 'true', ...network };
  const child = spawnInside({ root, command, cwd, user, npmCache, env: { ...forBuild, ...env, ...more } });
  return finish(child, command.join(' '));
}

/**
 * @param {Image} image
 * @param {string | undefined} data
 */
async function startAndAsk(image, data) {
  const { root, env, cwd, user } = image;
  const port = await freePort();
  // SMTP_URL: without it the server refuses to listen beyond this machine.
  const settings = {
    ...env,
    PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'https://parcels.example.org',
  };
  if (data !== undefined) {
    cpSync(data, join(root, 'data'), { recursive: true });
    await run({ ...image, user: '0:0' }, ['/bin/chown', '-R', user, '/data']);
  }
  const refused = await run(image, image.entry.concat(image.command), { ...env, PORT: String(port) }).catch(
    String,
  );
  if (!refused.includes('SMTP_URL is missing')) throw new Error(`Not refused without SMTP_URL:\n${refused}`);

  const child = spawnInside({
    root,
    cwd,
    user,
    env: settings,
    command: [...image.entry, ...image.command],
    writable: ['/data', '/tmp'],
  });
  const output = collectOutput(child);
  try {
    await askServer({ child, port, timeoutMs: READY_TIMEOUT_MS });
    await run(image, image.health, settings);
    expectEqual(
      'The health check of a server that is gone',
      await run(image, image.health, { ...env, PORT: '9' }).catch(() => 'fails'),
      'fails',
    );
    const pid = firstProcess(/** @type {number} */ (child.pid));
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expectEqual('Its number inside', /^NSpid:.*\t(\d+)$/m.exec(status)?.[1], '1');
    expectEqual('Its user', /^Uid:\t(\d+)/m.exec(status)?.[1], user.split(':')[0]);
    const stoppedMs = await stopServer({
      child,
      timeoutMs: STOP_TIMEOUT_MS,
      kill: () => process.kill(pid, 'SIGTERM'),
    });
    console.log(`Serves as user ${user}, as PID 1, on a read-only root; stopped in ${stoppedMs} ms.`);
  } catch (error) {
    console.error(output());
    throw error;
  } finally {
    child.kill('SIGKILL');
  }
}

/** @param {Image} image */
async function lookInside(image) {
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const packages = new Set(readdirSync(join(image.root, 'app/node_modules')));
  const forBuilding = Object.keys(devDependencies).filter((name) => packages.has(name));
  expectEqual('Packages that only the build needs', forBuilding.join(', '), '');
  const help = await run(image, ['platbook', '--help'], { PATH: CONTAINER_PATH });
  if (!help.includes('Usage: platbook')) throw new Error(`platbook --help says:\n${help}`);
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (!canRunContainers()) {
  console.error('This check needs Linux and root, for namespaces of its own.');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'platbook-image-'));
chmodSync(folder, 0o755);
try {
  const stages = readDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'));
  let image;
  for (const stage of stages) image = await build(stage, join(folder, stage.name));
  if (!image) throw new Error('The Dockerfile has no stage.');
  await lookInside(image);
  await startAndAsk(image, values.data);
  console.log('The Dockerfile works.');
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
} finally {
  removeRoot(folder);
}
