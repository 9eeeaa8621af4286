// What must be remembered while somebody is away at a provider: sealed, it travels in a cookie of their browser.
import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';

export const FLOW_LIFETIME_SECONDS = 10 * 60;

const oauthFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** Between this server and the provider. */
  codeVerifier: z.string(),
  /** Between the browser and this server. */
  codeChallenge: z.string(),
});
export type OauthFlow = z.infer<typeof oauthFlow>;

/** The secret that every process of this server is given for the provider: flows may end on another than they began. */
function flowKey(clientSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', clientSecret, '', 'platbook oauth flow', 32));
}

export function sealFlow(flow: OauthFlow, clientSecret: string): Promise<string> {
  return new EncryptJWT(flow)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${FLOW_LIFETIME_SECONDS} seconds`)
    .encrypt(flowKey(clientSecret));
}

/** Undefined for what has expired, was sealed with another secret, or is no flow at all. */
export async function openFlow(sealed: string, clientSecret: string): Promise<OauthFlow | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, flowKey(clientSecret));
    return oauthFlow.parse(payload);
  } catch {
    return undefined;
  }
}
