// RSA key pairs for tests. Generating one takes half a second of CPU, so the test files of a thread share them.
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK } from 'jose';

export type KeyOwner = 'ours' | 'foreign';
const keyPairs = new Map<KeyOwner, Promise<GenerateKeyPairResult>>();

/** Always the same pair for the same owner. */
export function rsaKeyPair(owner: KeyOwner): Promise<GenerateKeyPairResult> {
  const known = keyPairs.get(owner);
  if (known) return known;
  const generating = generateKeyPair('RS256', { extractable: true });
  keyPairs.set(owner, generating);
  return generating;
}

export async function rsaPrivateJwk(owner: KeyOwner): Promise<JWK> {
  return exportJWK((await rsaKeyPair(owner)).privateKey);
}
