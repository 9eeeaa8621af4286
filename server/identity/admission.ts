// Who may sign in: by SIGN_IN_ALLOW, and nobody who is banned.
import type { AccountStore, User } from '../../store/account-store.ts';

/** Undefined: everybody. Normalized: `@county.gov` stands for all addresses of exactly that domain. */
export type SignInAllow = readonly string[] | undefined;

export type Admission = {
  /** Whether somebody with this address may sign in, and the account, which a new person does not have yet. */
  lookUp(email: string): Promise<{ isAdmitted: boolean; user: User | undefined }>;
  admits(user: Pick<User, 'email' | 'bannedAtMs'>): boolean;
  /** Ends the sessions of people whom the setting no longer allows. */
  endRefusedSessions(nowMs: number): Promise<void>;
};

export function createAdmission({
  allow,
  people,
}: {
  allow: SignInAllow;
  people: AccountStore['people'];
}): Admission {
  const entries = allow && new Set(allow);
  // Some relays take a%evil.example@county.gov and evil.example!a@county.gov for addresses at evil.example, and pass the mail on.
  const isRelayed = (email: string) => /[%!]/.test(email);
  const isAllowed = (email: string) =>
    !entries || entries.has(email) || (!isRelayed(email) && entries.has(email.slice(email.lastIndexOf('@'))));
  const admits: Admission['admits'] = ({ email, bannedAtMs }) => bannedAtMs === undefined && isAllowed(email);

  return {
    admits,
    // Both are looked up in either case, so that both answers take the same time.
    async lookUp(email) {
      const user = await people.find(email);
      return { isAdmitted: admits({ email, ...user }), user };
    },
    async endRefusedSessions(nowMs) {
      if (!entries) return;
      const signedIn = await people.listSignedIn({ nowMs });
      const refused = signedIn.filter(({ email }) => !isAllowed(email));
      for (const { userId } of refused) await people.endSessions({ userId });
    },
  };
}
