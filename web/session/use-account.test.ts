import { expect, test } from 'vitest';
import { accountLabel } from './use-account.ts';

const email = (address: string, verified: boolean) => ({ email_id: address, email: address, verified });
const labelFor = (user: Parameters<typeof accountLabel>[0]['user']) =>
  accountLabel({ user, fromCache: false });

test('[N1] the label is the verified address, else the first one, else User', () => {
  const first = email('first@example.org', false);
  const verified = email('verified@example.org', true);
  expect(labelFor({ emails: [first, verified] })).toBe('verified@example.org');
  expect(labelFor({ emails: [first, email('second@example.org', false)] })).toBe('first@example.org');
  expect(labelFor({ emails: [] })).toBe('User');
  expect(labelFor(null)).toBe('User');
});

test('[N1] while it is not known who it is the label is Loading...', () => {
  expect(accountLabel({ user: null, fromCache: true })).toBe('Loading...');
});
