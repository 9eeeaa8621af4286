// @ts-check
// Lists in THIRD-PARTY.md the licenses of all code that Platbook runs or sends to browsers. Run by `npm run docs`.
// Reads package-lock.json, which is the same on every platform, and the license files of packages that are too.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{
 *   version: string, license?: string, dev?: boolean, optional?: boolean, devOptional?: boolean,
 *   dependencies?: Record<string, string>,
 * }} LockedPackage
 * @typedef {{ path: string, name: string, version: string, license: string, text: string, copyright: string[] }} Licensed
 */

const root = join(import.meta.dirname, '..');
const pagePath = 'THIRD-PARTY.md';
const marker = '<!-- npm run docs writes everything below this line. -->';

/** What is compiled into the browser application. */
const browserRooms = ['web', 'contract', 'geo'];

/** Dependencies of the above that serve their command lines or Node.js only, and never reach a browser. */
const notForBrowsers = new Set(['form-data', 'got', 'meow', 'minimist']);

/** @returns {Record<string, LockedPackage>} By path, such as node_modules/zod. */
function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** @returns {string[]} The packages that the browser application imports, other than for their types. */
function browserImports() {
  const names = new Set();
  for (const room of browserRooms) {
    for (const file of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|css)$/.test(file) || /\.test\.tsx?$/.test(file) || file.endsWith('.d.ts')) continue;
      const source = readFileSync(join(root, room, file), 'utf8');
      const imports = source.matchAll(
        /(?:^|[\s;}])(?:import\s*\(?|@import|(?:import|export)\s(?!type\b)[^'";]*from)\s*['"]([^.'"][^'"]*)['"]/g,
      );
      for (const [, specifier = ''] of imports) names.add(/^(?:@[^/]+\/)?[^/?]+/.exec(specifier)?.[0]);
    }
  }
  return [...names].sort();
}

/**
 * The packages and all that they depend on, found as Node.js finds them: nested folders first.
 * @param {Record<string, LockedPackage>} lock
 * @param {string[]} names
 * @returns {Set<string>} Paths.
 */
function withDependencies(lock, names) {
  const found = new Set();
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    if (notForBrowsers.has(name) || name.startsWith('@types/')) return;
    let folder = from;
    while (!lock[join(folder, 'node_modules', name)]) {
      if (folder === '') return;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
    }
    const path = join(folder, 'node_modules', name);
    if (found.has(path)) return;
    found.add(path);
    for (const dependency of Object.keys(lock[path]?.dependencies ?? {})) add(dependency, path);
  };
  for (const name of names) add(name, '');
  return found;
}

/**
 * @param {string} path
 * @param {LockedPackage} locked
 * @returns {Licensed}
 */
function readLicense(path, { version, license }) {
  const folder = join(root, path);
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^(licen[cs]e|copying|unlicense)(?![a-z])/i.test(name));
  const lines = file ? readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/) : [];
  const isCopyright = (/** @type {string} */ line) =>
    /\bCopyright\s+(\([cC]\)|©|\d{4}|[A-Z][\w.]+ [A-Z])|^\W*(\([cC]\)|©)\s*\d{4}/.test(line);
  return {
    path,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    license: license ?? manifestOf(path).licenses?.[0]?.type ?? 'see its text',
    copyright: lines.filter(isCopyright).map((line) => line.trim()),
    text: lines
      .filter((line) => !isCopyright(line))
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

/** @param {string} path */
function manifestOf(path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
}

/** @param {string} path */
function homeOf(path) {
  const { repository, homepage } = manifestOf(path);
  const address = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? '');
  return address
    .replace(/\.git$/, '')
    .replace(/^git\+/, '')
    .replace(/^git:/, 'https:')
    .replace(/^git@github\.com:/, 'https://github.com/')
    .replace(/^(?=[\w-]+\/[\w.-]+$)/, 'https://github.com/');
}

/** @param {Licensed[]} packages */
function table(packages) {
  const rows = packages.map(({ name, version, license, copyright, text, path }) => {
    const notice = copyright.join('; ') || (text ? '' : `no license file; see ${homeOf(path)}`);
    return `| \`${name}\` | ${version} | ${license} | ${notice.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
  });
  return ['| package | version | license | copyright |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Each text once. Texts count as the same if they differ only in their heading, white space, case and punctuation.
 * @param {Licensed[]} packages
 */
function licenseTexts(packages) {
  /** @type {Map<string, Licensed[]>} */
  const byText = new Map();
  for (const licensed of packages.filter(({ text }) => text !== '')) {
    const words = licensed.text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .replace(/^.{0,200}?(?=permission is hereby|permission to use|redistribution and use)/, '')
      .trim();
    byText.set(words, [...(byText.get(words) ?? []), licensed]);
  }
  return [...byText.values()]
    .sort(
      (one, other) =>
        compareText(one[0]?.license ?? '', other[0]?.license ?? '') || other.length - one.length,
    )
    .map((users) => {
      const names = [...new Set(users.map(({ name }) => `\`${name}\``))].join(', ');
      return `### ${users[0]?.license}\n\nUsed by ${names}.\n\n\`\`\`\`text\n${users[0]?.text}\n\`\`\`\``;
    })
    .join('\n\n');
}

/**
 * By code units: the same order everywhere, whatever the machine's language.
 * @param {string} one
 * @param {string} other
 */
function compareText(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The page with its generated part replaced. @param {string} page */
export function fillInPackages(page) {
  const lock = readLock();
  const paths = Object.keys(lock)
    .filter((path) => path !== '')
    .sort(compareText);
  const inBrowser = withDependencies(lock, browserImports());
  const read = (/** @type {string} */ path) => readLicense(path, /** @type {LockedPackage} */ (lock[path]));
  const isOptional = (/** @type {string} */ path) => Boolean(lock[path]?.optional || lock[path]?.devOptional);
  const server = paths.filter((path) => !lock[path]?.dev && !isOptional(path)).map(read);
  const browser = paths.filter((path) => inBrowser.has(path) && !isOptional(path)).map(read);
  const perPlatform = paths
    .filter((path) => lock[path]?.optional && !lock[path]?.dev)
    .map(
      (path) =>
        `| \`${path.slice('node_modules/'.length)}\` | ${lock[path]?.version} | ${lock[path]?.license} |`,
    );
  const head = page.slice(0, page.indexOf(marker) + marker.length);
  return [
    head,
    '## Code in the running server',
    table(server),
    '## Code in the browser application',
    'The packages that it imports, with everything they depend on. Not all of it ends up in the built files.',
    table(browser),
    '## Binaries, one set per platform',
    'npm installs the ones that fit the machine. Their license texts are in the packages.',
    ['| package | version | license |', '|---|---|---|', ...perPlatform].join('\n'),
    '## License texts',
    licenseTexts([...new Map([...server, ...browser].map((licensed) => [licensed.path, licensed])).values()]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

export function readThirdPartyPage() {
  return readFileSync(join(root, pagePath), 'utf8');
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, pagePath), fillInPackages(readThirdPartyPage()));
  console.log(`${pagePath}: written.`);
}
