// The calls about one's own account.
import { type Account, account, endedSessions } from '../../contract/account.ts';
import { messages } from '../../contract/messages.ts';
import { CallFailure, callServer } from '../call-server.ts';

const PATH = '/api/account';
const DOWNLOAD_NAME = 'platbook-account.json';

export async function fetchAccount(): Promise<Account> {
  const { data } = account.safeParse(await callServer({ kind: 'account', path: PATH }));
  if (!data) throw new CallFailure(messages.accountFailed);
  return data;
}

export async function signOutOf(sessionId: string): Promise<void> {
  const path = `${PATH}/sessions/${encodeURIComponent(sessionId)}`;
  try {
    await callServer({ kind: 'account', method: 'DELETE', path });
  } catch (error) {
    // It has ended by itself meanwhile, which is what was wanted.
    if (!(error instanceof CallFailure && error.status === 404)) throw error;
  }
}

export async function signOutElsewhere(): Promise<void> {
  endedSessions.parse(await callServer({ kind: 'account', method: 'DELETE', path: `${PATH}/sessions` }));
}

export async function deleteAccount(confirm: string): Promise<void> {
  await callServer({ kind: 'account', method: 'DELETE', path: PATH, body: { confirm } });
}

/** Not a link: the call needs the bearer token, which a link cannot send. */
export async function downloadData(): Promise<void> {
  const data = await callServer({ kind: 'account', path: `${PATH}/export` });
  const blob = new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = DOWNLOAD_NAME;
  link.click();
  URL.revokeObjectURL(url);
}
