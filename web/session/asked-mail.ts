// The sign-in mail that this tab has asked for, by the secret that its code works with. Kept over a reload: a phone drops the
// page while its person reads the mail in another application.
const KEY = 'asked_mail';
/** As long as the code. */
const LIFETIME_MS = 10 * 60_000;

export function keepAskedMail(methodId: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ methodId, at: Date.now() }));
  } catch {
    // It counts until the page is closed.
  }
}

/** The method id of the newest mail, while its code may work. */
export function askedMail(): string | undefined {
  try {
    const { methodId, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const ageMs = Date.now() - at;
    return typeof methodId === 'string' && ageMs >= 0 && ageMs < LIFETIME_MS ? methodId : undefined;
  } catch {
    return undefined;
  }
}

export function forgetAskedMail(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
