// The cookie that keeps a flow in the browser it began in, so that it can end in no other.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OidcProvider } from '../../sign-in-settings.ts';
import { FLOW_LIFETIME_SECONDS, type OauthFlow, openFlow, sealFlow } from './oauth-flow.ts';

const NAME = 'oauth_flow';

type Place = { reply: FastifyReply; provider: OidcProvider };

export function createFlowCookie({ prefix, secure }: { prefix: string; secure: boolean }) {
  /** Lax, because the way back from the provider begins on its site. */
  function write({ reply, provider }: Place, value: string, lifetimeSeconds: number): void {
    const attributes = `Path=${prefix}/${provider.name}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
    reply.header('Set-Cookie', `${NAME}=${value}; ${attributes}${secure ? '; Secure' : ''}`);
  }

  return {
    async set({ flow, ...place }: Place & { flow: OauthFlow }): Promise<void> {
      write(place, await sealFlow(flow, place.provider.clientSecret), FLOW_LIFETIME_SECONDS);
    },

    /** The flow, which the browser then forgets. */
    async take({ request, ...place }: Place & { request: FastifyRequest }): Promise<OauthFlow | undefined> {
      const sealed = new RegExp(`(?:^|; *)${NAME}=([^; ]+)`).exec(request.headers.cookie ?? '')?.[1];
      write(place, '', 0);
      return sealed === undefined ? undefined : openFlow(sealed, place.provider.clientSecret);
    },
  };
}
