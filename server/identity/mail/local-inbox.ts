// The local inbox, used without SMTP_URL: keeps the newest messages in memory and shows them at /inbox, locally only.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/messages.ts';
import { Failure } from '../../failure.ts';
import { isLocalRequest } from '../../loopback.ts';
import { inboxHeaders } from './inbox-look.ts';
import { type InboxMessage, listPage, messagePage, missingPage } from './inbox-pages.ts';
import type { Mailer } from './mailer.ts';

const MESSAGES_MAX = 200;

export function createLocalInbox(): { mailer: Mailer; routes(app: FastifyInstance): void } {
  /** Newest first. */
  const inbox: InboxMessage[] = [];

  const mailer: Mailer = {
    async send(message) {
      inbox.unshift({ ...message, id: randomUUID(), sentAtMs: Date.now() });
      inbox.length = Math.min(inbox.length, MESSAGES_MAX);
    },
  };

  async function requireLocal(request: FastifyRequest): Promise<void> {
    if (!isLocalRequest(request)) throw new Failure(404, messages.notFound);
  }

  function routes(app: FastifyInstance): void {
    app.get('/inbox', { onRequest: requireLocal }, async (_request, reply) =>
      reply.headers(inboxHeaders).send(listPage(inbox)),
    );

    app.get<{ Params: { id: string } }>('/inbox/:id', { onRequest: requireLocal }, async (request, reply) => {
      const message = inbox.find(({ id }) => id === request.params.id);
      reply.headers(inboxHeaders);
      return message ? reply.send(messagePage(message)) : reply.code(404).send(missingPage());
    });
  }

  return { mailer, routes };
}
