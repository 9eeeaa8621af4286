// A handler has a while to answer. Fastify's own limit will not do: it takes the time of a slow line for the handler's
// and cuts a download off, and it forgets every request that has a body.
import type { FastifyInstance, FastifyReply } from 'fastify';

export function answerInTime(app: FastifyInstance, timeoutMs: number): void {
  const timers = new WeakMap<FastifyReply, NodeJS.Timeout>();

  function giveUp(reply: FastifyReply): void {
    // It has begun, or nobody waits for it any more.
    if (reply.raw.headersSent || reply.raw.destroyed) return;
    const error = new Error(`The handler has not answered for ${timeoutMs} ms.`);
    reply.send(Object.assign(error, { statusCode: 503 }));
  }

  app.addHook('preHandler', (_request, reply, done) => {
    // A file that is not there is passed on to a second handler.
    if (!timers.has(reply)) timers.set(reply, setTimeout(giveUp, timeoutMs, reply));
    done();
  });
  app.addHook('onResponse', (_request, reply, done) => {
    clearTimeout(timers.get(reply));
    done();
  });
}
