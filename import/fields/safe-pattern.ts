// Regular expressions of `--map` and of public definitions: refused where matching could take for ever.
import { OperatorError } from '../../runtime/operator-error.ts';

const PATTERN_LENGTH_MAX = 200;
/** Longer values are not matched, which keeps the slowest allowed pattern below a few milliseconds. */
export const MATCHED_LENGTH_MAX = 200;
/** With n repeats that can give characters to each other, matching takes length^n steps. */
const AMBIGUOUS_REPEATS_MAX = 3;
/** A repeat up to this often is as good as a fixed text. */
const SMALL_REPEAT = 3;

export function compilePattern(pattern: string): RegExp {
  const refuse = (reason: string): never => {
    throw new OperatorError(`The pattern '${pattern}' ${reason}.`);
  };
  if (pattern.length > PATTERN_LENGTH_MAX) refuse(`is longer than ${PATTERN_LENGTH_MAX} characters`);
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, 'gu');
  } catch {
    try {
      // Without u, as Python and older JavaScript write patterns: \- and \_ are then allowed.
      compiled = new RegExp(pattern, 'g');
    } catch (error) {
      return refuse(`is no regular expression (${(error as Error).message})`);
    }
  }
  checkBacktracking(pattern, refuse);
  return compiled;
}

/** Escapes, classes and single characters are atoms; the rest is parentheses, bars, anchors and repeats. */
const PIECE =
  /\\(?:[pP]\{[^}]*\}|u\{?[\dA-Fa-f]+\}?|x[\dA-Fa-f]{2}|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[:]))?|[)|^$]|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/gu;

type Group = { repeats: boolean; choices: boolean };

/**
 * Refuses back references, repeats of a group that itself repeats or chooses, and too many repeats in a row that could
 * give characters to each other. A fixed character that the repeat before it cannot match (the - of `\d+-\d+`) ends a row.
 */
function checkBacktracking(pattern: string, refuse: (reason: string) => never): void {
  const pieces = pattern.match(PIECE) ?? [];
  const groups: Group[] = [{ repeats: false, choices: false }];
  let lastGroup: Group | undefined;
  let atom: string | undefined;
  // Without an anchor the place where the match begins is tried out, too.
  let row: string[] = pattern.startsWith('^') ? [] : ['[\\s\\S]'];
  const tooSlow = 'could take too long: avoid repeats of repeated groups, such as (a+)+';
  pieces.forEach((piece, index) => {
    const next = pieces[index + 1] ?? '';
    if (/^\\(?:[1-9]|k<)/.test(piece)) refuse('refers back to a group, which is not supported');
    if (piece.startsWith('(')) groups.push({ repeats: false, choices: false });
    else if (piece === ')') {
      lastGroup = groups.pop();
      const outer = groups.at(-1);
      if (outer && lastGroup) {
        outer.repeats ||= lastGroup.repeats;
        outer.choices ||= lastGroup.choices;
      }
      atom = undefined;
      return;
    } else if (piece === '|') groups.at(-1)!.choices = true;
    else if (isRepeat(piece)) {
      if (atom === undefined && lastGroup && piece[0] !== '?') {
        if (lastGroup.repeats || lastGroup.choices) refuse(tooSlow);
      }
      if (mayVary(piece)) {
        groups.at(-1)!.repeats = true;
        row.push(atom ?? '.');
        if (row.length > AMBIGUOUS_REPEATS_MAX) refuse(tooSlow);
      }
    } else if (piece !== '^' && piece !== '$') {
      atom = piece;
      const isFixed = !isRepeat(next) && !groups.some(({ choices }) => choices);
      if (isFixed && row.length > 0 && !overlap(row.at(-1)!, piece)) row = [];
      lastGroup = undefined;
      return;
    }
    lastGroup = undefined;
    atom = undefined;
  });
}

function isRepeat(piece: string): boolean {
  return /^(?:[*+?]|\{\d)/.test(piece);
}

function mayVary(repeat: string): boolean {
  if (/^[*+]/.test(repeat)) return true;
  const [, from, comma, to] = /^\{(\d+)(,?)(\d*)\}/.exec(repeat) ?? [];
  if (from === undefined || comma === '') return false;
  return to === '' || Number(to) - Number(from) > SMALL_REPEAT;
}

/** Whether one character can match both atoms; also where an atom means something only among others. */
function overlap(a: string, b: string): boolean {
  const [first, second] = [compileAtom(a), compileAtom(b)];
  if (!first || !second) return true;
  for (let code = 0; code < 256; code += 1) {
    const character = String.fromCharCode(code);
    if (first.test(character) && second.test(character)) return true;
  }
  return false;
}

/** As the whole pattern: without u where it has `\-`, or a brace that repeats nothing. */
function compileAtom(atom: string): RegExp | undefined {
  for (const flags of ['su', 's']) {
    try {
      return new RegExp(`^(?:${atom})$`, flags);
    } catch {
      // Perhaps without u.
    }
  }
  return undefined;
}
