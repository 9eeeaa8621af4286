// Hooks around bodies: for which routes, and in which order.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addBodyHooks } from './body-hooks.ts';

test('run for routes that take a body, in the order in which they were added and before those of the route; for reads none runs', async () => {
  const app = Fastify();
  let ran: string[] = [];
  const hook = (name: string) => ({
    preParsing: async () => void ran.push(`before the body: ${name}`),
    preHandler: async () => void ran.push(`after it: ${name}`),
  });
  addBodyHooks(app, hook('one'));
  addBodyHooks(app, { preParsing: hook('two').preParsing });
  app.register(async (routes) => {
    routes.post('/drawings', hook('own'), async () => 'saved');
    routes.get('/drawings', async () => 'read');
  });
  await app.inject({ method: 'POST', url: '/drawings', payload: {} });
  expect(ran).toEqual([
    'before the body: one',
    'before the body: two',
    'before the body: own',
    'after it: one',
    'after it: own',
  ]);
  ran = [];
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await app.inject({ method, url: '/drawings' })).statusCode).toBe(200);
  }
  expect(ran).toEqual([]);
  await app.close();
});
