// Routes behind a guard that is asked before the body is read: nobody keeps the server busy with what they may not send.
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Guard<Person> = (request: FastifyRequest) => Person;

/** `add` gets the guard, too, for handlers that want to know who asks: it is asked once a request, because it counts. */
export function guardRoutes<Person>(
  app: FastifyInstance,
  guard: Guard<Person>,
  add: (routes: FastifyInstance, guard: Guard<Person>) => void,
): void {
  const answers = new WeakMap<FastifyRequest, { person: Person }>();
  const askOnce: Guard<Person> = (request) => {
    const known = answers.get(request);
    if (known) return known.person;
    const person = guard(request);
    answers.set(request, { person });
    return person;
  };
  app.register(async (routes) => {
    routes.addHook('onRequest', async (request) => void (await askOnce(request)));
    add(routes, askOnce);
  });
}
