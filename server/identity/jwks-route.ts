// GET /v1/sessions/jwks/{project}: the public keys, for whoever wants to check a session JWT by themselves.
import type { FastifyInstance } from 'fastify';
import { ProviderError, replyProviderError } from './provider-error.ts';
import type { SigningKeys } from './signing-keys.ts';

type Parts = { projectId: string; keys: SigningKeys };

export function jwksRoute(app: FastifyInstance, { projectId, keys }: Parts): void {
  app.get<{ Params: { projectId: string } }>(
    '/v1/sessions/jwks/:projectId',
    { errorHandler: replyProviderError },
    async (request) => {
      if (request.params.projectId !== projectId) throw new ProviderError('project_not_found');
      return keys.published();
    },
  );
}
