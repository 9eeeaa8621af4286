// Routes behind a guard that is asked before the body is read: nobody keeps the server busy with what they may not send.
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the guard of its route has answered. A property: a WeakMap costs the garbage collector with every request. */
    guarded?: { by: unknown } | undefined;
  }
}

type Guard<Person> = (request: FastifyRequest) => Person;

/** `add` gets the guard, too, for handlers that want to know who asks: it is asked once a request, because it counts. */
export function guardRoutes<Person>(
  app: FastifyInstance,
  guard: Guard<Person>,
  add: (routes: FastifyInstance, guard: Guard<Person>) => void,
): void {
  const askOnce: Guard<Person> = (request) => {
    request.guarded ??= { by: guard(request) };
    return request.guarded.by as Person;
  };
  app.register(async (routes) => {
    routes.decorateRequest('guarded', undefined);
    // Not async: a session that is remembered costs no turn of the event loop.
    routes.addHook('onRequest', (request, _reply, done) => {
      const person = askOnce(request);
      if (person instanceof Promise) person.then(() => done(), done);
      else done();
    });
    add(routes, askOnce);
  });
}
