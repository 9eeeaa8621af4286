// platbook users: who has an account; banning, signing out, exporting and deleting one of them. Works beside a running
// server, which hears of ended sessions within a second.
import { writeFile } from 'node:fs/promises';
import { OperatorError } from '../runtime/operator-error.ts';
import { printableLine } from '../runtime/printable-text.ts';
import { personExport } from '../server/account/person-export.ts';
import { normalizeEmail } from '../server/identity/email-address.ts';
import type { AdminAction } from '../server/monitoring/event-log.ts';
import type { AccountStore, PersonInList, User } from '../store/account-store.ts';
import { openAuditLog } from './audit-log.ts';
import type { Call, Command } from './command.ts';
import { findOutdated, refuseOutdated } from './older-version.ts';
import { openAccounts } from './open-parts.ts';

type Action = { accounts: AccountStore; call: Call; nowMs: number };

/** What each action prints. `user` is undefined where nobody has this address or id. */
const actions = {
  async list({ accounts, call, nowMs }: Action): Promise<string> {
    const people = await accounts.people.list({ nowMs });
    if (call.has('json')) return JSON.stringify(people.map(personInJson), undefined, 2);
    return people.length === 0 ? 'Nobody has an account.' : tableOf(people);
  },

  async ban(action: Action): Promise<string> {
    const { accounts, nowMs } = action;
    const { name, user } = await personNamed(action);
    const email = normalizeEmail(name);
    if (!user && email === undefined) throw nobody(name);
    const isNew = !user;
    const banned = user ?? (await accounts.findOrCreateUser({ email: email!, nowMs }));
    await accounts.people.ban({ userId: banned.userId, nowMs });
    log(action, 'user-banned', banned);
    return isNew
      ? `${nameOf(banned)} is banned, though nobody has signed in with this address yet.`
      : `${nameOf(banned)} is banned: signed out everywhere, and cannot sign in.`;
  },

  async unban(action: Action): Promise<string> {
    const user = await existing(action);
    await action.accounts.people.unban(user.userId);
    log(action, 'user-unbanned', user);
    return `${nameOf(user)} may sign in again.`;
  },

  async 'sign-out'(action: Action): Promise<string> {
    const user = await existing(action);
    const ended = await action.accounts.people.endSessions({ userId: user.userId });
    log(action, 'user-signed-out', user);
    return `${nameOf(user)} was signed out: ${counted(ended, 'session')} ended.`;
  },

  async export(action: Action): Promise<string | undefined> {
    const { accounts, call, nowMs } = action;
    const user = await existing(action);
    const text = JSON.stringify(await personExport({ accounts, user, nowMs }), undefined, 2);
    log(action, 'user-exported', user);
    const file = call.valueOf('to');
    if (file === undefined) return text;
    try {
      // What it holds is private: no other user of the machine may read it.
      await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new OperatorError(
        code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written: ${message}.`,
      );
    }
    return `The data of ${nameOf(user)} is in ${file}.`;
  },

  async delete(action: Action): Promise<string> {
    const { accounts, call, nowMs } = action;
    const user = await existing(action);
    const { sessions, saved_parcels } = await personExport({ accounts, user, nowMs });
    const what = `${nameOf(user)} with ${counted(saved_parcels.length, 'saved parcel')} and ${counted(sessions.length, 'session')}`;
    if (!call.has('yes')) {
      throw new OperatorError(`This would delete ${what}, for good. Add --yes to do it.`);
    }
    await accounts.people.remove(user);
    log(action, 'user-deleted', user);
    const isBanned = user.bannedAtMs !== undefined;
    return `${what} was deleted.${isBanned ? ' The ban went with it: the address may sign in again.' : ''}`;
  },
};

export const users: Command = {
  options: {
    json: { summary: 'list: as JSON' },
    to: {
      value: 'FILE',
      summary: 'export: write to a file that does not exist yet; without it to standard output',
    },
    yes: { summary: 'delete: do it; without it only says what would go' },
  },
  notes: `WHO is an address or a user id, as the list shows them.
  platbook users list                       everybody, with sessions and saved parcels
  platbook users ban eve@example.org        signs out everywhere and refuses to sign in; an address may be banned beforehand
  platbook users unban eve@example.org
  platbook users sign-out ada@example.org   ends all sessions
  platbook users export ada@example.org     all that is stored about one person, as JSON
  platbook users delete ada@example.org     the account, its sessions and saved parcels
With Stytch as the provider only user ids are known here: a ban closes this server to a person within ten seconds, and
sessions are ended at Stytch.`,
  run: async (call) => {
    const [name, who] = call.args as [string, string | undefined];
    const action = Object.entries(actions).find(([known]) => known === name)?.[1];
    if (!action) {
      throw new OperatorError(`Unknown: users ${name}. There are ${Object.keys(actions).join(', ')}.`);
    }
    if (name !== 'list' && who === undefined) {
      throw new OperatorError(`users ${name} needs an address or a user id. See platbook users --help.`);
    }
    // It would migrate them, and the version before could not be started any more.
    refuseOutdated(await findOutdated(call.config));
    const accounts = await openAccounts(call.config);
    try {
      const text = await action({ accounts, call, nowMs: Date.now() });
      console.log(text);
    } finally {
      await accounts.close();
    }
    return undefined;
  },
};

/** By id: the log has no addresses. */
function log({ call }: Action, name: AdminAction, { userId }: User): void {
  openAuditLog(call.config).event(name, { userId });
}

async function personNamed({ accounts, call }: Action): Promise<{ name: string; user: User | undefined }> {
  const name = call.args[1]!;
  return { name, user: await accounts.people.find(normalizeEmail(name) ?? name) };
}

async function existing(action: Action): Promise<User> {
  const { name, user } = await personNamed(action);
  if (!user) throw nobody(name);
  return user;
}

const nobody = (name: string) =>
  new OperatorError(`Nobody has the address or id ${name}. See platbook users list.`);

const nameOf = ({ email }: User) => printableLine(email);
const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const isoTime = (timeMs: number | undefined) =>
  timeMs === undefined ? null : new Date(timeMs).toISOString();

function personInJson(person: PersonInList) {
  return {
    user_id: person.userId,
    address: person.email === person.userId ? null : person.email,
    address_verified: person.emailVerified,
    created_at: isoTime(person.createdAtMs),
    last_seen_at: isoTime(person.lastSeenAtMs),
    sessions: person.sessions,
    saved_parcels: person.savedParcels,
    banned_at: isoTime(person.bannedAtMs),
  };
}

function tableOf(people: readonly PersonInList[]): string {
  const day = (timeMs: number | undefined) => isoTime(timeMs)?.slice(0, 10) ?? '-';
  const rows = [
    ['ADDRESS', 'SINCE', 'LAST SEEN', 'SESSIONS', 'SAVED', 'STATE', 'USER ID'],
    ...people.map((person) => [
      person.email === person.userId ? '-' : printableLine(person.email),
      day(person.createdAtMs),
      day(person.lastSeenAtMs),
      String(person.sessions),
      String(person.savedParcels),
      stateOf(person),
      printableLine(person.userId),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function stateOf({ bannedAtMs, emailVerified, email, userId }: PersonInList): string {
  if (bannedAtMs !== undefined) return 'banned';
  return emailVerified || email === userId ? '' : 'never signed in';
}
