// Recognizes errors that say that the database is away: stopped, starting, out of connections, or out of reach.

const CODES = new Set([
  // Of the connection.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Of the client library.
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
]);
/** Of PostgreSQL: lost connections (class 08), too many of them, and a server that stops, has crashed or starts. */
const SQL_STATES = /^(?:08...|53300|57P0[1-5])$/;

export function isOutage(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (CODES.has(code) || SQL_STATES.test(code));
}
