// @ts-check
// Reads a Dockerfile into stages and steps, and a .dockerignore into a filter. Knows what our files use, refuses the rest.

/** @typedef {{ instruction: string, flags: Record<string, string>, text: string }} DockerStep */
/** @typedef {{ name: string, image: string, steps: DockerStep[] }} DockerStage */

const known = new Set(
  'ARG FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD LABEL'.split(' '),
);

/**
 * @param {string} text
 * @returns {DockerStage[]}
 */
export function readDockerfile(text) {
  /** @type {Record<string, string>} */
  const args = {};
  /** @type {DockerStage[]} */
  const stages = [];
  for (const line of logicalLines(text)) {
    const step = readStep(line);
    if (step.instruction === 'FROM') {
      const [image = '', , name = String(stages.length)] = expand(step.text, args).split(/\s+/);
      stages.push({ name, image, steps: [] });
    } else if (step.instruction === 'ARG') {
      const [name = '', value = ''] = step.text.split('=');
      args[name] = value;
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`Before the first FROM: ${line}`);
      stage.steps.push(step);
    }
  }
  return stages;
}

/** @param {string} text */
function logicalLines(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/**
 * @param {string} line
 * @returns {DockerStep}
 */
function readStep(line) {
  const [, instruction = '', flagText = '', text = ''] = /^(\S+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? [];
  if (!known.has(instruction)) throw new Error(`Not understood in the Dockerfile: ${line}`);
  const flags = Object.fromEntries(
    [...flagText.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  return { instruction, flags, text };
}

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
function expand(text, values) {
  return text.replace(/\$\{(\w+)\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`The Dockerfile has no ARG ${name}.`);
    return values[name];
  });
}

/**
 * The exec form of ENTRYPOINT, CMD and HEALTHCHECK. The shell form is refused: a shell would get the signals.
 * @param {string} text
 * @returns {string[]}
 */
export function execForm(text) {
  if (!text.startsWith('[')) throw new Error(`A list such as ["node", "x.mjs"] is expected, not: ${text}`);
  return JSON.parse(text);
}

/**
 * @param {string} text NAME=value pairs without spaces in the values.
 * @returns {Record<string, string>}
 */
export function readPairs(text) {
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/**
 * @param {string} text A .dockerignore: the last line that matches a path, or a folder above it, decides.
 * @returns {(path: string) => boolean} Whether the path is sent to the engine.
 */
export function dockerFilter(text) {
  const rules = logicalLines(text).map((line) => ({
    keeps: line.startsWith('!'),
    pattern: patternOf(line.replace(/^!/, '')),
  }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.keeps ?? true;
}

/** @param {string} glob */
function patternOf(glob) {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}(?:/.*)?$`);
}
