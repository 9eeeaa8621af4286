// What strangers write cannot move the cursor of an operator's terminal.
import { expect, test } from 'vitest';
import { OperatorError } from './operator-error.ts';
import { printable, printableLine } from './printable-text.ts';

const hostile = 'it says:\u001b]0;title\u0007\u001b[2J\u009b1A\u202eevil\rover\nnext';

test('no control or direction character is left, and lines stay unless one is wanted', () => {
  expect(printable(hostile)).toBe('it says:]0;title[2J1Aevil over\nnext');
  expect(printableLine(hostile)).toBe('it says:]0;title[2J1Aevil over next');
  expect(printable('Zoë’s “Ranch”, 5½ acres — 日本')).toBe('Zoë’s “Ranch”, 5½ acres — 日本');
});

test('an error for the operator may quote anything', () => {
  expect(new OperatorError(hostile).message).toBe(printable(hostile));
});
