import { describe, expect, it } from 'vitest';
import { call, check, denied, told } from './check-run.test-kit.js';
import type { RunExpectations } from './run-expectations.js';

const read = call('Read', { file_path: 'a.md' });
const edit = call('Edit', { file_path: 'a.md', old_string: 'teh', new_string: 'the' });
const push = call('Bash', { command: 'git push' });
const calls = [read, edit, push];

const fails = async (expected: RunExpectations, more: Parameters<typeof check>[0] = { calls }) =>
  told(await check(more, expected));

describe('the text of a failure', () => {
  it('shows expected and actual calls side by side, with the first difference marked', async () => {
    const seen = [read, call('Edit', { file_path: 'b.md' }), push];
    const expected = { calls: { match: 'strict' as const, list: ['Read', { Edit: { file_path: 'a.md' } }] } };
    expect(await fails(expected, { calls: seen })).toBe(
      [
        'calls.list.1.Edit.file_path: Edit (call 2): file_path is b.md, expected a.md',
        '      expected                  actual',
        '      Read                      Read { file_path: a.md }',
        '  > ≠ Edit { file_path: a.md }  Edit { file_path: b.md }',
        '    +                           Bash { command: git push }',
        'calls.list: Bash { command: git push } was called, and is not in the list',
      ].join('\n'),
    );
  });

  it('names the denial with its rule and place', async () => {
    const text = await fails({ calls: ['Edit'] }, { calls: [denied('Edit', { file_path: 'docs/a.md' }, 'Edit(docs/**)')] });
    expect(text).toContain('denied: Edit is denied by the rule Edit(docs/**) (agent.config.yaml:14:7).');
    expect(text).toContain('rule: permissions.deny.0');
  });

  it('names the call that comes nearest to a missing one', async () => {
    expect(await fails({ calls: ['Reed'] })).toContain('Did you mean Read?');
    expect(await fails({ calls: ['Bash', 'Read'] })).toContain('It was call 1, which the list has elsewhere');
    expect(await fails({ calls: ['Read'] }, { calls: [] })).toContain('The run made no call.');
  });

  it('shows the place of a difference in long texts, and characters that do not show', async () => {
    const long = 'x'.repeat(5000);
    const seen = [call('Write', { content: `${long}a` })];
    const text = await fails({ calls: [{ Write: { content: `${long}b` } }] }, { calls: seen });
    expect(text).toContain(`xa", expected "…`);
    expect(text.length).toBeLessThan(1000);
    expect(await fails({ text: 'x' }, { text: 'a\u001b[31m\u202eb' })).toContain('"a\\u{001b}[31m\\u{202e}b"');
  });

  it('shows a thousand calls as a window around the first difference', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => call('Read', { file_path: `${index}.md` }));
    const list = many.map(({ input }, index) => ({ Read: index === 500 ? { file_path: 'x' } : (input as object) }));
    const text = await fails({ calls: { match: 'strict', list } }, { calls: many });
    expect(text).toContain('… 497 more above');
    expect(text.split('\n').length).toBeLessThan(25);
  });
});
