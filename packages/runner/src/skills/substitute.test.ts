import { describe, expect, it } from 'vitest';
import { substitute } from './skill-text.js';

const filled = (text: string, args = '', names: readonly string[] = []) =>
  substitute(text, { args, names, values: { SKILL_DIR: '/skills/x' } });

describe('the text of a skill (SKILL-05)', () => {
  it.each([
    ['Fix $ARGUMENTS now.', 'issue 12', 'Fix issue 12 now.'],
    ['$ARGUMENTS[1] before $ARGUMENTS[0]', 'a "b c"', 'b c before a'],
    ['$0 and $1 and $2', "a 'b c'", 'a and b c and '],
    ['costs \\$5', 'x', 'costs $5\n\nARGUMENTS: x'],
    ['costs $5x', '', 'costs $5x'],
    ['no place', 'given', 'no place\n\nARGUMENTS: given'],
    ['no place', '', 'no place'],
    ['$unknown stays, ${HOME} too', '', '$unknown stays, ${HOME} too'],
    ['see ${SKILL_DIR}/a.md', '', 'see /skills/x/a.md'],
  ])('%j with %j is %j', (text, args, expected) => {
    expect(filled(text, args)).toBe(expected);
  });

  it('names its arguments', () => {
    expect(filled('Merge $branch into $target.', 'topic main', ['branch', 'target'])).toBe('Merge topic into main.');
  });

  it('does not replace anything inside an argument', () => {
    expect(filled('$0', '$ARGUMENTS[0]')).toBe('$ARGUMENTS[0]');
  });
});
