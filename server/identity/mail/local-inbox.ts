// The local inbox, used without SMTP_URL: keeps the newest messages in memory and shows them at /inbox/KEY. The terminal
// shows the key of this start; any other key is answered as an address where nothing is.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClusterBus } from '../../../runtime/cluster-bus.ts';
import { createInboxKey } from './inbox-key.ts';
import { inboxHeaders } from './inbox-look.ts';
import { type InboxMessage, listPage, messagePage, missingPage } from './inbox-pages.ts';
import type { Mailer } from './mailer.ts';

const MESSAGES_MAX = 200;

const NEW_MAIL = 'mail in the local inbox';

type Keyed = { Params: { key: string } };

type Parts = {
  /** The secret of this start. */
  key: string;
  publicUrl: string;
  clusterBus: ClusterBus;
};

export function createLocalInbox({ key, publicUrl, clusterBus }: Parts): {
  mailer: Mailer;
  /** Whether /inbox leads the browser to the inbox. */
  isLinkedFor(request: FastifyRequest): boolean;
  routes(app: FastifyInstance): void;
} {
  const inboxKey = createInboxKey({ key, publicUrl });
  const address = `/inbox/${key}`;
  /** Newest first. */
  const inbox: InboxMessage[] = [];

  function keep(message: InboxMessage): void {
    inbox.unshift(message);
    inbox.length = Math.min(inbox.length, MESSAGES_MAX);
  }

  clusterBus.answer(NEW_MAIL, (message) => keep(message as InboxMessage));
  const mailer: Mailer = {
    async send(message) {
      const kept = { ...message, id: randomUUID(), sentAtMs: Date.now() };
      keep(kept);
      await clusterBus.ask(NEW_MAIL, kept);
    },
  };

  function routes(app: FastifyInstance): void {
    // What the terminal says to open: from there on, the login page links to the inbox in this browser.
    app.get<Keyed>('/start/:key', async (request, reply) => {
      if (!inboxKey.opens(request, request.params.key)) return reply.callNotFound();
      inboxKey.remember(reply);
      return reply.header('Referrer-Policy', 'no-referrer').redirect('/');
    });

    app.get('/inbox', async (request, reply) =>
      inboxKey.isRemembered(request) ? reply.redirect(address) : reply.callNotFound(),
    );

    app.get<Keyed>('/inbox/:key', async (request, reply) => {
      if (!inboxKey.opens(request, request.params.key)) return reply.callNotFound();
      inboxKey.remember(reply);
      return reply.headers(inboxHeaders).send(listPage({ address, messages: inbox }));
    });

    app.get<{ Params: Keyed['Params'] & { id: string } }>('/inbox/:key/:id', async (request, reply) => {
      if (!inboxKey.opens(request, request.params.key)) return reply.callNotFound();
      const message = inbox.find(({ id }) => id === request.params.id);
      reply.headers(inboxHeaders);
      return message
        ? reply.send(messagePage({ address, message }))
        : reply.code(404).send(missingPage({ address }));
    });
  }

  return { mailer, isLinkedFor: inboxKey.isRemembered, routes };
}
