// @ts-check
// The health check of a container: exit code 0 if the server on this machine answers /healthz. Images have no curl.
const port = process.env.HEALTH_PORT || process.env.PORT || '3000';

try {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) });
  if (!answer.ok) throw new Error(`/healthz answered ${answer.status}.`);
} catch (error) {
  console.error(`platbook: not healthy: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
