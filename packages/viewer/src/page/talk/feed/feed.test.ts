import { describe, expect, it } from 'vitest';
import { Feed } from './feed.js';
import type { Item } from './item.js';

const text = (of: string) => ({ type: 'text', text: of });
const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'Bash', input });
const message = (...content: unknown[]) => ({ type: 'message', uuid: 'm', message: { role: 'assistant', content } });
const call = (id: string, input: unknown = { command: 'ls' }) => ({ type: 'tool_call', id, name: 'Bash', input });
const result = (id: string, more: object = {}) => ({
  type: 'tool_result',
  id,
  name: 'Bash',
  outcome: 'done',
  content: 'ok',
  ...more,
});
const START = { type: 'message_start', uuid: 'm' };
const INIT = { type: 'init', init: { cwd: '/repo', permissionMode: 'default' } };

function shown(items: readonly Item[]): readonly string[] {
  return items.map((item) => {
    if (item.kind === 'call') return `${item.state} ${item.tool} ${item.title}`;
    if (item.kind === 'end') return `end ${item.outcome}`;
    return `${item.kind}: ${item.kind === 'prompt' || item.kind === 'note' ? item.text : item.pieces.join('')}`;
  });
}

function fed(...events: unknown[]): Feed {
  const feed = new Feed();
  for (const event of events) feed.add(event);
  return feed;
}

describe('a conversation from its events', () => {
  it('has streamed words once, before the calls of their message', () => {
    const feed = fed(
      INIT,
      START,
      text('I '),
      text('look.'),
      call('c1'),
      message(text('I look.'), use('c1', { command: 'ls' })),
      result('c1'),
    );
    expect(shown(feed.items)).toEqual(['text: I look.', 'done Bash ls']);
  });

  it('is the same when it is read from the record, which tells a result before its message', () => {
    const feed = fed(
      INIT,
      result('c1', { name: 'unknown' }),
      text('I look.'),
      message(text('I look.'), use('c1', { command: 'ls' })),
    );
    expect(shown(feed.items)).toEqual(['text: I look.', 'done Bash ls']);
  });

  it('has the words of an engine once, which tells them live and again from its record', () => {
    const feed = new Feed();
    feed.add(START, { isLive: true });
    feed.add(text('The tests '), { isLive: true });
    feed.add(text('The tests pass.'));
    feed.add(message(text('The tests pass.')));
    expect(shown(feed.items)).toEqual(['text: The tests pass.']);
  });

  it('has no words of a message that was thrown away', () => {
    const feed = fed(START, text('Half an ans'), { type: 'discard', reason: 'lost' }, START, text('A whole answer.'));
    expect(shown(feed.items)).toEqual(['note: The answer broke off and begins again: lost', 'text: A whole answer.']);
  });

  it('has a call that waited once, in its place, when the run goes on', () => {
    const waits = [call('c1'), result('c1', { outcome: 'deferred' }), { type: 'result', result: { outcome: 'deferred' } }];
    const feed = fed(INIT, ...waits);
    expect(shown(feed.items)).toEqual(['deferred Bash ls']);
    feed.add(INIT);
    feed.add(call('c1'));
    expect(shown(feed.items)).toEqual(['running Bash ls']);
    feed.add({ type: 'permitted', id: 'c1', name: 'Bash', reason: 'A person allowed it.', by: 'person' });
    feed.add(result('c1'));
    expect(feed.items).toMatchObject([{ state: 'done', result: 'ok', decision: { effect: 'allow', by: 'person' } }]);
  });

  it('has the rule and the place that denied a call', () => {
    const content = 'Bash is denied by the rule Bash(rm:*) (agent.config.yaml:5:53). Remove or narrow that rule.';
    const feed = fed(INIT, call('c1', { command: 'rm x' }), result('c1', { outcome: 'denied', content }));
    expect(feed.items).toMatchObject([
      {
        state: 'denied',
        decision: { by: 'rule', rule: 'Bash(rm:*)', place: { file: 'agent.config.yaml', line: 5, column: 53 } },
      },
    ]);
  });

  it('has the words and calls of subagents under their names, apart from calls of the same id', () => {
    const inner = (event: unknown) => ({ type: 'subagent', path: ['reviewer'], event });
    const feed = fed(
      call('c1'),
      inner(message(text('It is right.'), use('c1', { command: 'cat a' }))),
      inner(result('c1', { outcome: 'failed' })),
    );
    expect(feed.items).toMatchObject([
      { kind: 'call', state: 'running', under: [] },
      { kind: 'text', under: ['reviewer'] },
      { kind: 'call', state: 'failed', under: ['reviewer'], title: 'cat a' },
    ]);
  });

  it('has no reminder that a person has not written', () => {
    const prompt = { type: 'prompt', message: { content: [text('<system-reminder>x</system-reminder>'), text('Hello.')] } };
    expect(shown(fed(prompt).items)).toEqual(['prompt: Hello.']);
  });

  it('keeps the value of a part that has not changed, so that it is not drawn again', () => {
    const feed = fed(call('c1'), result('c1'), START, text('a'));
    const [before] = feed.items;
    feed.add(text('b'));
    expect(feed.items[0]).toBe(before);
  });
});

describe('a long answer', () => {
  it('is in pieces of which only the last one changes, and has every character', () => {
    const feed = fed(START);
    const line = `${'word '.repeat(20)}\n`;
    for (let count = 0; count < 200; count += 1) feed.add(text(line));
    const [item] = feed.items;
    const pieces = item?.kind === 'text' ? item.pieces : [];
    expect([pieces.length > 5, pieces.join('') === line.repeat(200)]).toEqual([true, true]);
    feed.add(text('end'));
    const [next] = feed.items;
    const later = next?.kind === 'text' ? next.pieces : [];
    expect(later.slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1));
  });
});
