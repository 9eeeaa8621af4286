// Refuses a Node.js that is too old, in one line instead of a syntax error. Imports nothing, so that any Node can run it.

/** As in package.json under "engines". */
const NODE_MIN = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  console.error(`platbook: Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
