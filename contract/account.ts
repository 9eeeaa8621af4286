// Schemas of /api/account as it crosses HTTP: one's own account, where one is signed in, and what deleting it takes.
import { z } from 'zod';

const accountSession = z.object({
  id: z.string(),
  started_at: z.string(),
  /** When the browser last asked for an extension, which an open page does every three minutes. */
  last_seen_at: z.string(),
  /** In a few words, such as Firefox on Windows. */
  browser: z.string().nullable(),
  /** Whether this call came by it. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const account = z.object({
  /** Null where another provider has the address and the sessions. */
  address: z.string().nullable(),
  created_at: z.string(),
  /** The current one first, then the last used. Null as above. */
  sessions: z.array(accountSession).nullable(),
});
export type Account = z.infer<typeof account>;

/** What has to be typed to delete an account whose address this server does not know. */
export const DELETE_WORD = 'delete';

export const deleteAccountBody = z.strictObject({
  /** The address of the account, or DELETE_WORD where it is not known here. */
  confirm: z.string({ error: 'confirm must be text: the address of the account.' }).max(300),
});

export const endedSessions = z.object({ ended: z.number() });

export const endSessionBody = z.strictObject({
  token_sha256: z
    .string({ error: 'token_sha256 must be text.' })
    .regex(/^[0-9a-f]{64}$/, 'token_sha256 must be a SHA-256 hash in hex.'),
});
