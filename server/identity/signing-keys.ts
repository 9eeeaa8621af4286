// The keys that session JWTs are signed with: kept in the store, so that every process has them, and renewed by age.
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
const RENEWED_AFTER_MS = 90 * DAY_MS;
/** What an old key has signed lives for minutes; the day is for processes whose clocks differ. */
const REMOVED_AFTER_MS = RENEWED_AFTER_MS + DAY_MS;

export type SigningKeys = {
  /** The newest key, made where there is none or it has grown old. */
  current(): Promise<{ keyId: string; privateKey: CryptoKey }>;
  /** The public part of every key that something valid may be signed with. */
  published(): Promise<JSONWebKeySet>;
  /** Finds the key that a JWT names, also where another process made it a moment ago. */
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
    // Those who come while a key is being made wait for that one.
    renewing ??= newestOrNew().then(imported);
    try {
      newest = await renewing;
      return newest;
    } finally {
      renewing = undefined;
    }
  }

  function isOld({ createdAtMs }: { createdAtMs: number }): boolean {
    return createdAtMs <= now() - RENEWED_AFTER_MS;
  }

  /** Two processes may make one each at the same moment: both are published, so both are good. */
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
  // RSA keys are never raw bytes, which importJWK's type allows for.
  const privateKey = (await importJWK(JSON.parse(privateJwk), ALGORITHM)) as CryptoKey;
  return { keyId, createdAtMs, privateKey };
}

/** Named one by one, so that no private part can slip through. */
function publicJwk({ keyId, privateJwk }: SigningKey): JWK {
  const { kty, n, e }: JWK = JSON.parse(privateJwk);
  return { kty: kty!, n: n!, e: e!, kid: keyId, use: 'sig', alg: ALGORITHM, key_ops: ['verify'] };
}
