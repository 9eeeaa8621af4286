// Hooks around the arrival of a body, for routes that take one. Others have none, and Fastify then leaves out whole steps: a tenth of
// what a read costs. A request without a route has none either: it waits for nobody, and its body is short.
import type { FastifyInstance, preHandlerHookHandler, preParsingHookHandler, RouteOptions } from 'fastify';

type BodyHooks = { preParsing: preParsingHookHandler; preHandler?: preHandlerHookHandler };

const hooksOf = new WeakMap<FastifyInstance, BodyHooks[]>();

/** Before any route is added. They run in the order in which they are added here, and before those of the route itself. */
export function addBodyHooks(app: FastifyInstance, hooks: BodyHooks): void {
  const known = hooksOf.get(app);
  if (known) return void known.push(hooks);
  const all = [hooks];
  hooksOf.set(app, all);
  app.addHook('onRoute', (route) => {
    if (!takesBody(route)) return;
    const handlers = all.flatMap(({ preHandler }) => preHandler ?? []);
    route.preParsing = [...all.map(({ preParsing }) => preParsing), ...[route.preParsing ?? []].flat()];
    route.preHandler = [...handlers, ...[route.preHandler ?? []].flat()];
  });
}

function takesBody({ method }: Pick<RouteOptions, 'method'>): boolean {
  return [method].flat().some((name) => name !== 'GET' && name !== 'HEAD');
}
