// The keys that sign session JWTs: in the store, so that all processes share them, and rotated by age.
import { randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { AccountStore, SigningKey } from '../../store/account-store.ts';

const ALGORITHM = 'RS256';
const DAY_MS = 24 * 60 * 60 * 1000;
const ROTATED_AFTER_MS = 90 * DAY_MS;
/** What a key has signed is valid for minutes only; the day is a grace period for clock skew between processes. */
const REMOVED_AFTER_MS = ROTATED_AFTER_MS + DAY_MS;

export type SigningKeys = {
  /** The newest key; a new one where there is none or it is too old. */
  current(): Promise<{ keyId: string; privateKey: CryptoKey }>;
  /** The public parts of all keys that a valid JWT may be signed with (JWKS). */
  published(): Promise<JSONWebKeySet>;
  /** Finds a JWT's key by its id, also one that another process has just made. */
  find: JWTVerifyGetKey;
  removeOld(): Promise<void>;
};

type Options = { accounts: AccountStore; now: () => number };

export function createSigningKeys({ accounts, now }: Options): SigningKeys {
  let newest: { keyId: string; createdAtMs: number; privateKey: CryptoKey } | undefined;
  let known: { ids: Set<unknown>; find: JWTVerifyGetKey } | undefined;

  let renewing: Promise<NonNullable<typeof newest>> | undefined;

  async function current() {
    if (newest && !isOld(newest)) return newest;
    // Single-flight: concurrent callers share one key generation.
    renewing ??= newestOrNew().then(imported);
    try {
      newest = await renewing;
      return newest;
    } finally {
      renewing = undefined;
    }
  }

  function isOld({ createdAtMs }: { createdAtMs: number }): boolean {
    return createdAtMs <= now() - ROTATED_AFTER_MS;
  }

  /** Race: two processes may each make a key at once. Both keys are published, so both are good. */
  async function newestOrNew(): Promise<SigningKey> {
    const [stored] = await accounts.listSigningKeys();
    if (stored && !isOld(stored)) return stored;
    const made = await generateKey(now());
    await accounts.addSigningKey(made);
    return made;
  }

  async function published(): Promise<JSONWebKeySet> {
    return { keys: (await accounts.listSigningKeys()).map(publicJwk) };
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    if (!known?.ids.has(header.kid)) {
      const keySet = await published();
      known = { ids: new Set(keySet.keys.map(({ kid }) => kid)), find: createLocalJWKSet(keySet) };
    }
    return known.find(header, token);
  };

  const removeOld = () => accounts.removeSigningKeys({ createdBeforeMs: now() - REMOVED_AFTER_MS });

  return { current, published, find, removeOld };
}

async function generateKey(createdAtMs: number): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return {
    keyId: `jwk-test-${randomUUID()}`,
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    createdAtMs,
  };
}

async function imported({ keyId, privateJwk, createdAtMs }: SigningKey) {
  // importJWK's type includes raw bytes, which RSA keys never are.
  const privateKey = (await importJWK(JSON.parse(privateJwk), ALGORITHM)) as CryptoKey;
  return { keyId, createdAtMs, privateKey };
}

/** An allow-list of fields, so that no private part can be published. */
function publicJwk({ keyId, privateJwk }: SigningKey): JWK {
  const { kty, n, e }: JWK = JSON.parse(privateJwk);
  return { kty: kty!, n: n!, e: e!, kid: keyId, use: 'sig', alg: ALGORITHM, key_ops: ['verify'] };
}
