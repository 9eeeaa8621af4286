// Why somebody stands at the login page (/login?reason=…), and the hint shown there for each reason.

export const signInHints = {
  'session-ended': 'You were signed out. Sign in again to go on.',
  'place-asked': 'Sign in to open this link.',
  'link-refused':
    'That link did not work: it has expired, was used already, or was opened in another browser. Ask for a new one.',
  'link-unanswered': 'The server did not answer. Open the link once more in a moment, or ask for a new one.',
  'oauth-canceled': 'Signing in was canceled.',
  'oauth-expired': 'Signing in took too long or went on in another browser. Please try again.',
  'oauth-unverified': 'That account has no confirmed e-mail address, so it cannot be used to sign in here.',
  'oauth-unavailable': 'The service you chose does not answer. Please try again later, or use a magic link.',
  'oauth-refused': 'That address may not sign in here. Ask the operator of this server.',
  'oauth-failed': 'The service you chose could not sign you in. Please try again, or use a magic link.',
} as const;

export type SignInReason = keyof typeof signInHints;
