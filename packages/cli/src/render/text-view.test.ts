import type { AgentEvent } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { type MemoryIo, memoryIo } from '../testing/memory-io.js';
import { initEvent, messageEvent, resultEvent, settledCall, toolResult, under } from '../testing/run-events.js';
import { TextView } from './text-view.js';

interface Watched extends MemoryIo {
  readonly show: (...events: readonly AgentEvent[]) => void;
  /** Lets this many milliseconds pass, with one beat of the pulse at the end. */
  readonly pass: (ms: number) => void;
  readonly beating: () => boolean;
  readonly view: TextView;
}

function watch(options: Parameters<typeof memoryIo>[0] & { verbose?: boolean; structured?: boolean } = {}): Watched {
  const memory = memoryIo({ ...options, env: { NO_COLOR: '1' } });
  let now = 0;
  let beat: (() => void) | undefined;
  const view = new TextView({
    io: memory.io,
    verbose: options.verbose ?? false,
    structured: options.structured ?? false,
    pulse: {
      now: () => now,
      every: (_, action) => {
        beat = action;
        return () => {
          beat = undefined;
        };
      },
    },
  });
  return {
    ...memory,
    view,
    show: (...events) => {
      for (const event of events) view.event(event);
    },
    pass: (ms) => {
      now += ms;
      beat?.();
    },
    beating: () => beat !== undefined,
  };
}

const start: Parameters<typeof under>[1] = {
  type: 'tool_start',
  id: 't0',
  name: 'Read',
  input: { file_path: '/repo/README.md' },
};
const header = 'agent: helper · model: script/unscripted (anthropic/claude: ANTHROPIC_API_KEY is not set) · mode: default\n';
const footer = 'done: 2 turns, 1 tool call, 1,234 in / 210 out tokens, cost unknown, 1.2 s, session s1\n';

describe('in a pipe', () => {
  it('standard output is the answer alone, and standard error all the rest', () => {
    const { show, written } = watch();
    show(initEvent, { type: 'text', text: 'I look.' }, messageEvent('I look.', ['Read']), start, toolResult(settledCall({})));
    show({ type: 'text', text: 'Do' }, { type: 'text', text: 'ne.' }, messageEvent('Done.'), resultEvent());
    expect(written().out).toBe('Done.\n');
    expect(written().told).toBe(`${header}I look.\n● Read README.md  12 ms  2 lines\n${footer}`);
  });

  it('the text before a call comes before its line, also if the call ends while the message still streams', () => {
    const { show, written } = watch();
    show(initEvent, { type: 'text', text: 'I look.' }, start, toolResult(settledCall({})), { type: 'text', text: 'And on.' });
    show(messageEvent('I look. And on.', ['Read']), { type: 'text', text: 'Done.' }, messageEvent('Done.'), resultEvent());
    expect(written().out).toBe('Done.\n');
    expect(written().told).toBe(`${header}I look.\n● Read README.md  12 ms  2 lines\nAnd on.\n${footer}`);
  });

  it('an answer that was cut off and asked for again is shown once', () => {
    const { show, written } = watch();
    show(initEvent, { type: 'text', text: 'Do' }, { type: 'discard', reason: 'the connection was cut' });
    show({ type: 'text', text: 'Done.' }, messageEvent('Done.'), resultEvent());
    expect(written().out).toBe('Done.\n');
    expect(written().told).toContain('The answer was cut off. Asking again: the connection was cut\n');
  });

  it('a conversation that is made shorter is told of', () => {
    const { show, written } = watch();
    show(initEvent, { type: 'compact', trigger: 'auto', preTokens: 90_000, how: 'summarised' });
    expect(written().told).toContain('Compacted the conversation (90,000 tokens): summarised older messages\n');
  });

  it('half an answer is not taken for one', () => {
    const { show, written } = watch();
    show(initEvent, { type: 'text', text: 'Do' }, resultEvent({ outcome: 'interrupted', text: '' }));
    expect(written().out).toBe('');
    expect(written().told).toContain('Do\ninterrupted: 2 turns');
    expect(written().told).toContain('Continue with: loadout resume s1\n');
  });

  it('a value that fits the output schema is the answer, as JSON', () => {
    const { show, written } = watch({ structured: true });
    show(initEvent, { type: 'text', text: 'So:' }, messageEvent('So:'), resultEvent({ structuredOutput: { sum: 3 } }));
    expect(written().out).toBe('{\n  "sum": 3\n}\n');
  });

  it('a session that had come to its answer tells it again', () => {
    const { show, written } = watch();
    show(initEvent, resultEvent({ text: 'Done.' }));
    expect(written().out).toBe('Done.\n');
  });

  it('an error comes with its code and what to do about it', () => {
    const { show, written } = watch();
    const error = { code: 'MODEL_OVERLOADED', message: 'The API is overloaded.', fix: 'Try again later.' };
    show(initEvent, resultEvent({ outcome: 'error_model', text: '', error }));
    expect(written().told).toContain('error MODEL_OVERLOADED: The API is overloaded.\nFix: Try again later.\nmodel failed: ');
  });

  it('what to do about an error stands under it as it is to be pasted', () => {
    const { show, written } = watch();
    const error = { code: 'PLAN_EMPTY', message: 'There is no test.', fix: 'Add one:\n\ntests:\n  - name: a\n' };
    show(initEvent, resultEvent({ outcome: 'error_model', text: '', error }));
    expect(written().told).toContain('no test.\nFix: Add one:\n\ntests:\n  - name: a\n');
  });
});

describe('on a terminal', () => {
  it('text comes as it streams, and a call on a line of its own', () => {
    const { show, written } = watch({ isTerminal: true });
    show(initEvent, { type: 'text', text: 'I lo' }, { type: 'text', text: 'ok.' }, toolResult(settledCall({})));
    show(messageEvent('I look.', ['Read']), { type: 'text', text: 'Done.' }, messageEvent('Done.'), resultEvent());
    expect(written().all).toBe(`${header}I look.\n● Read README.md  12 ms  2 lines\nDone.\n${footer}`);
  });

  it('the status line tells what runs, how long, the turn, tokens and cost, and is gone before anything else is written', () => {
    const { show, written, pass } = watch({ isTerminal: true });
    show(initEvent);
    pass(1500);
    show(
      messageEvent('', ['Read']),
      { type: 'turn', turn: 1, totals: { usage: { input_tokens: 1000, output_tokens: 20 }, costUsd: 0.0033, models: {} } },
      start,
    );
    pass(2000);
    show({ type: 'tool_progress', id: 't0', name: 'Read', message: 'half\x1b[2J' });
    pass(100);
    show(toolResult(settledCall({})));
    show({ type: 'reply', uuid: 'r', message: { role: 'user', content: [] } });
    pass(100);
    const [first, second, third, rest] = written().told.slice(header.length).split('\r\x1b[2K');
    expect(first).toBe('waiting for the model 1.5 s · turn 1 · 0 tokens');
    expect(second).toBe('Read README.md 2.0 s · turn 1 · 1,020 tokens · cost $0.0033');
    expect(third).toBe('Read README.md 2.1 s · half · turn 1 · 1,020 tokens · cost $0.0033');
    expect(rest).toBe('● Read README.md  12 ms  2 lines\nwaiting for the model 100 ms · turn 2 · 1,020 tokens · cost $0.0033');
  });

  it('the status line is never wider than the terminal', () => {
    const { show, written, pass } = watch({ isTerminal: true, columns: 20 });
    show(initEvent);
    pass(1000);
    expect(written().told.slice(header.length)).toBe('waiting for the mod');
  });

  it('no status line is drawn into an open line of the answer', () => {
    const { show, written, pass } = watch({ isTerminal: true });
    show(initEvent, { type: 'text', text: 'Do' });
    pass(1000);
    expect(written().all).toBe(`${header}Do`);
  });

  it('nothing beats any more when the run has ended', () => {
    const { show, beating } = watch({ isTerminal: true });
    show(initEvent);
    expect(beating()).toBe(true);
    show(resultEvent());
    expect(beating()).toBe(false);
  });

  it('nothing that a model or a tool says is a control', () => {
    const { show, written, pass } = watch({ isTerminal: true, verbose: true });
    const evil = '\x1b]0;x\x07\x1b[2J\x9b1m\u202eevil';
    show(initEvent, { type: 'thinking', text: evil }, { type: 'text', text: evil }, messageEvent(evil, ['Bash']));
    show({ type: 'tool_start', id: 't0', name: 'Bash', input: { command: evil } });
    pass(200);
    show(toolResult(settledCall({ name: evil, input: { command: evil }, outcome: 'failed', content: evil })));
    show(
      { type: 'notice', message: evil },
      { type: 'discard', reason: evil },
      { type: 'retry', attempt: 1, delayMs: 1, reason: evil },
    );
    show(resultEvent({ outcome: 'error_model', error: { code: 'X', message: evil, fix: evil } }));
    expect(written().all.replaceAll('\r\x1b[2K', '')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  });
});

describe('agents under the one that runs (AGENT-12)', () => {
  const calls = (id: string, input: object): Parameters<typeof under>[1] => ({ type: 'tool_start', id, name: 'Agent', input });
  const childInit = (agent: string): typeof initEvent => ({ ...initEvent, init: { ...initEvent.init, agent } });
  const [one, two, deep] = ['agent_000000001a1a', 'agent_000000002b2b', 'agent_000000003c3c'];
  const read = settledCall({ input: { file_path: '/repo/a.ts' } });

  it('are shown below the call that starts them: a line for each call that ended, and one for the end, each with its path', () => {
    const { show, written } = watch();
    show(initEvent, messageEvent('', ['Agent', 'Agent']), calls('t0', { description: 'find tests', prompt: 'x' }));
    show(calls('t1', { description: 'plan', prompt: 'x' }), under([one], childInit('Explore'), 't0'));
    show(under([two], childInit('lead'), 't1'), under([one], messageEvent('I look.', ['Read']), 't0'));
    show(under([one], toolResult(read), 't0'), under([two], calls('t9', { description: 'look', prompt: 'x' }), 't1'));
    show(under([two, deep], childInit('Plan'), 't9'));
    show(under([two, deep], toolResult({ ...read, outcome: 'denied', result: { ...read.result, content: 'No rule.' } }), 't9'));
    show(under([two, deep], { type: 'notice', message: 'odd' }, 't9'), under([two, deep], resultEvent(), 't9'));
    const error = { code: 'X', message: 'It is gone.' };
    show(under([two], resultEvent({ outcome: 'error_model', error }), 't1'), under([one], resultEvent(), 't0'));
    expect(written().told.slice(header.length)).toBe(
      [
        '▸ Agent find tests',
        '▸ Agent plan',
        '  Explore 1a1a ● Read a.ts  12 ms  2 lines',
        '  ▸ Agent look',
        '    lead 2b2b › Plan 3c3c ⊘ Read a.ts  denied',
        '    lead 2b2b › Plan 3c3c   No rule.',
        '    lead 2b2b › Plan 3c3c note: odd',
        '    lead 2b2b › Plan 3c3c done: 2 turns, 1 tool call, 1.2 s',
        '  lead 2b2b model failed: 2 turns, 1 tool call, 1.2 s: It is gone.',
        '  Explore 1a1a done: 2 turns, 1 tool call, 1.2 s',
        '',
      ].join('\n'),
    );
    expect(written().out).toBe('');
  });

  it('with --verbose their inputs and results are shown too', () => {
    const { show, written } = watch({ verbose: true });
    show(initEvent, calls('t0', { prompt: 'x' }), under([one], childInit('Explore'), 't0'));
    show(under([one], start, 't0'), under([one], toolResult(read), 't0'));
    expect(written().told).toContain(
      '  Explore 1a1a   Read {"file_path":"/repo/README.md"}\n  Explore 1a1a ● Read a.ts  12 ms  2 lines\n  Explore 1a1a   one\n  Explore 1a1a   two\n',
    );
  });

  it('the status line tells which call of theirs runs', () => {
    const { show, written, pass } = watch({ isTerminal: true });
    show(
      initEvent,
      calls('t0', { description: 'find tests' }),
      under([one], childInit('Explore'), 't0'),
      under([one], start, 't0'),
    );
    pass(1000);
    expect(written().told).toContain('Agent find tests 1.0 s · Read README.md · turn 1');
  });
});

describe('a call that is put off', () => {
  it('is told with how to go on (CTRL-13)', () => {
    const { show, written } = watch();
    const deferredCall = { id: 't0', name: 'Bash', input: { command: 'npm publish' } };
    show(initEvent, resultEvent({ outcome: 'deferred', text: '', deferredCall }));
    expect(written().told).toMatch(/deferred: Bash npm publish\ndeferred: 2 turns.*\nContinue with: loadout resume s1\n$/);
  });
});

describe('a question', () => {
  it('has the terminal without a status line until it is answered', async () => {
    const { show, written, pass, view } = watch({ isTerminal: true });
    show(initEvent, { type: 'text', text: 'I ask.' });
    let answer: () => void = () => {};
    const asked = view.whileAsking(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    pass(1000);
    expect(written().all).toBe(`${header}I ask.\n`);
    answer();
    await asked;
    pass(1000);
    expect(written().all).toContain('waiting for the model 2.0 s');
  });
});

describe('--verbose', () => {
  it('adds thinking, hooks, inputs and results', () => {
    const { show, written } = watch({ verbose: true });
    show(initEvent, { type: 'thinking', text: 'Hm' }, { type: 'thinking', text: 'm.' }, messageEvent('', ['Read']), start);
    show({ type: 'hook', event: 'PreToolUse', name: 'audit', outcome: 'no opinion', durationMs: 3 }, toolResult(settledCall({})));
    expect(written().told.slice(header.length)).toBe(
      [
        'thinking: Hmm.',
        '  Read {"file_path":"/repo/README.md"}',
        '  hook audit (PreToolUse): no opinion, 3 ms',
        '● Read README.md  12 ms  2 lines',
        '  one',
        '  two',
        '',
      ].join('\n'),
    );
  });
});
