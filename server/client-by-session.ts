// Who a request counts for in a fair queue: the person who is signed in, or else a stranger at a network address.
import type { FastifyRequest } from 'fastify';
import type { Client } from '../runtime/fair-queue.ts';
import { clientAddress } from './client-networks.ts';
import { Failure } from './failure.ts';
import type { RequireSession } from './require-session.ts';

export function clientBySession(
  requireSession: RequireSession,
): (request: FastifyRequest) => Promise<Client> {
  return async (request) => {
    try {
      const { userId } = await requireSession(request);
      return { name: userId, isStranger: false };
    } catch {
      // Also where sessions cannot be looked up just now: a stranger gets pictures, too, if fewer.
      return { name: clientAddress(request), isStranger: true };
    }
  };
}

/** Throws where sessions cannot be looked up just now: that says nothing about who somebody is. */
export async function isSignedIn(request: FastifyRequest, requireSession: RequireSession): Promise<boolean> {
  try {
    await requireSession(request);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return false;
    throw error;
  }
}
