// Refuses a Node.js that is too old, in one line instead of a syntax error. Imports nothing, so that any Node can run it.

/** As in package.json under "engines". */
const NODE_MIN = [20, 19];
/** As in the Dockerfile. Version 20 gets no more fixes. */
const NODE_ADVISED = 24;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  console.error(
    `platbook: Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}. Take Node ${NODE_ADVISED}, which has long-term support.`,
  );
  process.exit(1);
}
