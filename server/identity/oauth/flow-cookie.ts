// The state of an OAuth flow while the user is at the provider: encrypted, in a cookie of the user's browser.
import { hkdfSync } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { OidcProvider } from '../../sign-in-settings.ts';

export const FLOW_LIFETIME_SECONDS = 10 * 60;

const oauthFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE between this server and the provider. */
  codeVerifier: z.string(),
  /** PKCE between the browser and this server. */
  codeChallenge: z.string(),
});
export type OauthFlow = z.infer<typeof oauthFlow>;

/** Derived from the client secret, which all processes share: a flow may end on another process than it began. */
function flowKey(clientSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', clientSecret, '', 'platbook oauth flow', 32));
}

export function sealFlow(flow: OauthFlow, clientSecret: string): Promise<string> {
  return new EncryptJWT(flow)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${FLOW_LIFETIME_SECONDS} seconds`)
    .encrypt(flowKey(clientSecret));
}

/** Undefined where it has expired, was sealed with another secret, or is not a flow. */
export async function openFlow(sealed: string, clientSecret: string): Promise<OauthFlow | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, flowKey(clientSecret));
    return oauthFlow.parse(payload);
  } catch {
    return undefined;
  }
}

/**
 * Over https the browser itself warrants that only this host has set the cookie, not a sibling domain nor somebody on plain
 * http. The prefix demands the path /, so the name tells the flows of two providers apart.
 */
export function flowCookieName({ secure, provider }: { secure: boolean; provider: string }): string {
  return secure ? `__Host-oauth_flow_${provider}` : 'oauth_flow';
}

type Place = { reply: FastifyReply; provider: OidcProvider };

/** Binds a flow to the browser that began it. */
export function createFlowCookie({ prefix, secure }: { prefix: string; secure: boolean }) {
  const nameFor = (provider: OidcProvider) => flowCookieName({ secure, provider: provider.name });

  /** SameSite=Lax: the redirect back from the provider is a cross-site navigation. */
  function write({ reply, provider }: Place, value: string, lifetimeSeconds: number): void {
    const path = secure ? '/' : `${prefix}/${provider.name}`;
    const attributes = `Path=${path}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
    reply.header('Set-Cookie', `${nameFor(provider)}=${value}; ${attributes}${secure ? '; Secure' : ''}`);
  }

  return {
    async set({ flow, ...place }: Place & { flow: OauthFlow }): Promise<void> {
      write(place, await sealFlow(flow, place.provider.clientSecret), FLOW_LIFETIME_SECONDS);
    },

    /** Reads the flow and deletes the cookie. */
    async take({ request, ...place }: Place & { request: FastifyRequest }): Promise<OauthFlow | undefined> {
      const name = nameFor(place.provider);
      const sealed = new RegExp(`(?:^|; *)${name}=([^; ]+)`).exec(request.headers.cookie ?? '')?.[1];
      write(place, '', 0);
      return sealed === undefined ? undefined : openFlow(sealed, place.provider.clientSecret);
    },
  };
}
