// The local inbox, used without SMTP_URL: keeps the newest messages in memory and shows them at /inbox, locally only.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/messages.ts';
import type { Siblings } from '../../../runtime/siblings.ts';
import { Failure } from '../../failure.ts';
import { isLocalRequest } from '../../loopback.ts';
import { inboxHeaders } from './inbox-look.ts';
import { type InboxMessage, listPage, messagePage, missingPage } from './inbox-pages.ts';
import type { Mailer } from './mailer.ts';

const MESSAGES_MAX = 200;

const NEW_MAIL = 'mail in the local inbox';

export function createLocalInbox(siblings: Siblings): {
  mailer: Mailer;
  routes(app: FastifyInstance): void;
} {
  /** Newest first. */
  const inbox: InboxMessage[] = [];

  function keep(message: InboxMessage): void {
    inbox.unshift(message);
    inbox.length = Math.min(inbox.length, MESSAGES_MAX);
  }

  siblings.answer(NEW_MAIL, (message) => keep(message as InboxMessage));
  const mailer: Mailer = {
    async send(message) {
      const kept = { ...message, id: randomUUID(), sentAtMs: Date.now() };
      keep(kept);
      await siblings.ask(NEW_MAIL, kept);
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
