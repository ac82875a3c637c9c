import { describe, expect, it } from 'vitest';
import { call, check, denied, told } from './check-run.test-kit.js';
import type { ExpectedCalls, MatchMode, RunExpectations } from './run-expectations.js';

const read = call('Read', { file_path: 'a.md' });
const edit = call('Edit', { file_path: 'a.md', old_string: 'teh', new_string: 'the' });
const push = call('Bash', { command: 'git push' });
const calls = [read, edit, push];

const passes = async (expected: RunExpectations, more: Parameters<typeof check>[0] = { calls }) =>
  expect(told(await check(more, expected))).toBe('');
const fails = async (expected: RunExpectations, more: Parameters<typeof check>[0] = { calls }) => {
  const failures = await check(more, expected);
  expect(failures).not.toEqual([]);
  return told(failures);
};

describe('the modes of a list of calls', () => {
  const lists = {
    same: ['Read', 'Edit', 'Bash'],
    swapped: ['Edit', 'Read', 'Bash'],
    fewer: ['Read', 'Bash'],
    fewerSwapped: ['Bash', 'Read'],
    more: ['Read', 'Edit', 'Bash', 'Grep'],
  } as const;
  const holds: Readonly<Record<MatchMode, readonly (keyof typeof lists)[]>> = {
    strict: ['same'],
    'in-order': ['same', 'fewer'],
    'any-order': ['same', 'swapped'],
    superset: ['same', 'swapped', 'fewer', 'fewerSwapped'],
    subset: ['same', 'swapped', 'more'],
  };
  const rows = Object.entries(holds).flatMap(([match, names]) =>
    Object.entries(lists).map(([name, list]) => [match, name, list, names.includes(name as keyof typeof lists)] as const),
  );

  it.each(rows)('%s of a list that is %s', async (match, _, list, isHeld) => {
    const expected = { calls: { match: match as MatchMode, list } satisfies ExpectedCalls };
    if (isHeld) await passes(expected);
    else await fails(expected);
  });

  it('gives each call to one item, also where patterns overlap', async () => {
    await passes({ calls: { match: 'any-order', list: ['*', 'Read', '*'] } });
    await passes({ calls: { match: 'strict', list: ['*', '*', 'Bash'] } });
    await fails({ calls: ['Read', 'Read'] });
    await fails({ calls: { match: 'superset', list: ['Read', 'Read'] } });
  });

  it('compares an empty list', async () => {
    await passes({ calls: { match: 'strict', list: [] } }, { calls: [] });
    await fails({ calls: { match: 'strict', list: [] } });
  });
});

describe('one expected call', () => {
  it('compares the named keys of the input, exactly, and lists whole', async () => {
    await passes({ calls: [{ Edit: { file_path: 'a.md' } }] });
    await fails({ calls: [{ Edit: { file_path: 'a' } }] });
    await fails({ calls: [{ Edit: { file_path: 'a.md' }, inputs: 'exact' }] });
    await passes({ calls: [{ Edit: { file_path: 'other' }, inputs: 'ignore' }] });
    const todo = [call('TodoWrite', { todos: [{ content: 'a', status: 'done' }] })];
    await passes({ calls: [{ TodoWrite: { todos: [{ content: 'a' }] } }] }, { calls: todo });
    await fails({ calls: [{ TodoWrite: { todos: [] } }] }, { calls: todo });
  });

  it('compares a text of the input by bounds', async () => {
    await passes({ calls: [{ Bash: { command: { matches: '^git' } } }] });
    await fails({ calls: [{ Bash: { command: { lacks: 'push' } } }] });
    await passes({ calls: [{ Wait: { seconds: { lte: 3 } } }] }, { calls: [call('Wait', { seconds: 2 })] });
    await fails({ calls: [{ Wait: { seconds: { gt: 3 } } }] }, { calls: [call('Wait', { seconds: 2 })] });
    await passes({ calls: [{ Set: { bounds: { matches: 'x' } } }] }, { calls: [call('Set', { bounds: { matches: 'x' } })] });
  });

  it('must have run, unless a state or a decider is named', async () => {
    const no = { calls: [denied('Edit', { file_path: 'docs/a.md' }, 'Edit(docs/**)')] };
    expect(await fails({ calls: ['Edit'] }, no)).toContain('calls.0: Edit (call 1): is denied, expected done');
    await passes({ calls: [{ Edit: {}, state: 'denied' }] }, no);
    await passes({ calls: [{ Edit: {}, state: ['failed', 'denied'] }] }, no);
    await passes({ calls: [{ Edit: {}, by: 'permissions.deny.0' }] }, no);
  });

  it.each(['permissions.deny.0', 'permissions.deny[0]', 'Edit(docs/**)', 'rule'])('is decided by %s', async (by) => {
    const no = { calls: [denied('Edit', {}, 'Edit(docs/**)')] };
    await passes({ calls: [{ Edit: {}, by }] }, no);
    expect(await fails({ calls: [{ Read: {}, by }] }, { calls: [read] })).toContain('calls.0.by: ');
  });

  it('names an agent, alone or under its leads', async () => {
    const under = { calls: [call('Bash', {}, { agent: 'lead/tester' })] };
    await passes({ calls: [{ Bash: {}, agent: 'tester' }] }, under);
    await passes({ calls: [{ Bash: {}, agent: 'lead/tester' }] }, under);
    await fails({ calls: [{ Bash: {}, agent: 'lead' }] }, under);
  });

  it('is a rule, if it has parentheses', async () => {
    await passes({ calls: ['Read', 'Bash(git push*)'] });
    await fails({ calls: ['Bash(npm*)'] });
  });

  it('takes a name of a tool as text, not as a regular expression', async () => {
    await fails({ calls: ['Rea.'] });
    await passes({ calls: ['mcp__a.b__*'] }, { calls: [call('mcp__a.b__get')] });
  });
});

describe('calls that must not run', () => {
  it('are those that ran, also if they failed', async () => {
    await fails({ calls: { never: ['Bash(git push*)'] } });
    await fails({ calls: { never: ['Ba*'] } }, { calls: [call('Bash', {}, { state: 'failed' })] });
    await fails({ calls: { never: ['Bash'] } }, { calls: [call('Bash', {}, { state: 'interrupted' })] });
    await passes({ calls: { never: ['Edit'] } }, { calls: [denied('Edit', {}, 'Edit')] });
    await passes({ calls: { never: ['Bash'] } }, { calls: [call('Bash', {}, { state: 'interrupted', by: undefined })] });
  });

  it('are counted', async () => {
    expect(await fails({ calls: { min: 4 } })).toContain('calls.min: 3 calls were made, expected at least 4');
    expect(await fails({ calls: { max: 2 } })).toContain('Read 1, Edit 1, Bash 1');
    await passes({ calls: { min: 3, max: 3 } });
  });
});

describe('the end of a run', () => {
  it('is an answer, unless the test names another end', async () => {
    await passes({ calls: [] }, { outcome: 'denied' });
    expect(await fails({ text: 'Done.' }, { outcome: 'limit' })).toContain('outcome: The run ended with limit');
    await passes({ outcome: ['limit', 'error'] }, { outcome: 'limit' });
    await passes({ error: 'LIMIT_REACHED' }, { outcome: 'limit', error: { code: 'LIMIT_REACHED', message: 'x' } });
    await fails({ error: 'LIMIT_REACHED' }, { outcome: 'limit' });
  });

  it('leaves no turn of a script unused', async () => {
    const unused = [{ script: 'lead', turn: 2, turns: 3 }];
    expect(await fails({ outcome: 'done' }, { unused })).toContain('1 of 3 turns of the script lead: turns 2 to 3');
    expect(await fails({ outcome: 'limit' }, { unused })).not.toContain('script');
  });
});

describe('files', () => {
  const files = {
    'a.md': { state: 'changed', text: 'the\n' },
    'b.md': { state: 'unchanged', text: 'b' },
    'gone.md': { state: 'deleted', noText: 'deleted' },
    'src/new.ts': { state: 'created', text: '' },
    'p.png': { state: 'unchanged', noText: 'not text' },
  } as const;
  const rows = [
    ['a.md', 'changed', true],
    ['./a.md', 'changed', true],
    ['a.md', 'exists', true],
    ['a.md', 'created', false],
    ['b.md', 'unchanged', true],
    ['c.md', 'unchanged', false],
    ['c.md', 'absent', true],
    ['gone.md', 'absent', true],
    ['gone.md', 'deleted', true],
    ['gone.md', 'exists', false],
  ] as const;

  it.each(rows)('%s is %s: %s', async (path, state, isHeld) => {
    if (isHeld) await passes({ files: { [path]: state } }, { files });
    else await fails({ files: { [path]: state } }, { files });
  });

  it('have a content', async () => {
    await passes({ files: { 'a.md': { equals: 'the\n' } } }, { files });
    expect(await fails({ files: { 'a.md': { contains: ['the', 'cat'] } } }, { files })).toContain('files.a.md.contains.1: ');
    expect(await fails({ files: { 'p.png': { equals: '' } } }, { files })).toContain('p.png is not text, expected a text');
    expect(await fails({ files: { 'new.ts': { equals: '' } } }, { files })).toContain('Did you mean src/new.ts?');
  });

  it('that changed are named, or allowed by a pattern', async () => {
    await passes({ changed: ['a.md', 'gone.md', 'src/**'] }, { files });
    await passes({ changed: ['**'] }, { files });
    await passes({ changed: ['a.md', 'gone.md', 'src/new.ts', 'test/**'] }, { files });
    expect(await fails({ changed: ['a.md', 'gone.md', 'src/**', 'b.md'] }, { files })).toContain('changed.3: b.md is unchanged');
    expect(await fails({ changed: [] }, { files })).toContain('a.md was changed, gone.md was deleted, src/new.ts was created');
  });

  it('cannot be compared where they were not', async () => {
    await fails({ changed: [] }, {});
    await fails({ files: { a: 'absent' } }, {});
  });

  it('that did not change name the call that was denied', async () => {
    const no = [denied('Edit', { file_path: 'b.md' }, 'Edit')];
    expect(await fails({ changed: ['b.md'] }, { files: { 'b.md': files['b.md'] }, calls: no })).toContain(
      'denied by the rule Edit',
    );
  });
});

describe('texts, output, usage and events', () => {
  it('say which bound is broken', async () => {
    await passes({ text: 'Done' }, {});
    await passes({ text: { equals: 'Done.', matches: ['^D', '(?i)DONE'], lacks: ['x'] } }, {});
    expect(await fails({ text: { lacks: ['x', 'Done'] } }, {})).toContain('text.lacks.1: ');
    expect(await fails({ text: { matches: '(' } }, {})).toContain('a regular expression, but /(/ is none');
    expect(await fails({ text: 'done' }, {})).toContain('in this case of letters');
    expect(await fails({ text: { equals: 'a\nb' } }, { text: 'a\nc' })).toContain('line 2 expected  b');
  });

  it('compare the structured output by its named keys', async () => {
    const output = { files: [{ path: 'a', lines: 3 }], ok: true };
    await passes({ output: { files: [{ path: 'a' }] } }, { output });
    expect(await fails({ output: { files: [{ lines: 4 }] } }, { output })).toContain('output.files.0.lines: ');
    await fails({ output: {} }, {});
    await passes({ output: null }, { output: null });
  });

  it('compare numbers', async () => {
    await passes({ usage: { turns: 2, inputTokens: { gte: 20, lt: 21 } } }, {});
    expect(await fails({ usage: { turns: { lte: 1 } } }, {})).toContain('usage.turns.lte: usage.turns is 2, expected at most 1');
    expect(await fails({ usage: { usd: { lte: 1 } } }, {})).toContain('usage.usd: The cost is unknown');
  });

  it('look for events in their order', async () => {
    const events = [{ type: 'init', n: 1 }, { type: 'hook', name: 'a', outcome: 'deny' }, { type: 'result' }];
    await passes({ events: [{ type: 'init' }, { type: 'hook', outcome: 'deny' }] }, { events });
    expect(await fails({ events: [{ type: 'hook' }, { type: 'init' }] }, { events })).toContain('in this order');
    expect(await fails({ events: [{ type: 'hook', name: 'b' }] }, { events })).toContain('events.0.name: ');
    expect(await fails({ events: [{ type: 'hock' }] }, { events })).toContain('Events were of the types init, hook, result.');
    await passes({ noEvents: [{ type: 'hook', name: 'b' }] }, { events });
    expect(await fails({ noEvents: [{ type: 'x' }, { type: 'hook' }] }, { events })).toContain('noEvents.1: ');
  });
});
