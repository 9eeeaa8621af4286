// Reads the local inbox, as a user who has its address from the terminal does.

/** The key of servers in one process; a real server has its own, see inboxAddress. */
export const TEST_INBOX_KEY = 'key-of-the-test-s-inbox';

export const TEST_INBOX = `/inbox/${TEST_INBOX_KEY}`;

/** The address of the inbox, in what a server has printed at its start. */
export function inboxAddress(block: string): string {
  return /http\S+\/inbox\/[\w-]+/.exec(block)![0];
}

/** Where the list says its messages are, from the top. */
export function listedMails(list: string): string[] {
  return [...list.matchAll(/href="(\/inbox\/[^"/]+\/[^"]+)"/g)].map(([, path]) => path!);
}

/** The page of the newest message. `read` gets the page at a path. */
export async function newestMail(read: (path: string) => Promise<string>): Promise<string> {
  return read(listedMails(await read(TEST_INBOX))[0]!);
}

/** The link in the newest message with a sign-in link. `read` gets the page at a path. */
export async function newestMailedLink(
  read: (path: string) => Promise<string>,
  inbox = TEST_INBOX,
): Promise<URL> {
  for (const message of listedMails(await read(inbox))) {
    const [, link] = /href="(http[^"]+\/authenticate\?[^"]+)"/.exec(await read(message)) ?? [];
    if (link !== undefined) return new URL(link.replaceAll('&amp;', '&'));
  }
  throw new Error('No message has a sign-in link.');
}
