import { expect, test } from 'vitest';
import { accountLabel } from './use-account.ts';

const email = (address: string, verified: boolean) => ({ email_id: address, email: address, verified });

test('[N1] the label is the verified address, else the first one, else User', () => {
  const first = email('first@example.org', false);
  const verified = email('verified@example.org', true);
  expect(accountLabel({ emails: [first, verified] })).toBe('verified@example.org');
  expect(accountLabel({ emails: [first, email('second@example.org', false)] })).toBe('first@example.org');
  expect(accountLabel({ emails: [] })).toBe('User');
  expect(accountLabel(null)).toBe('User');
});
