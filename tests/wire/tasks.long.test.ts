import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialize, type Line, startWire, user, type Wire } from './wire.test-kit.js';

const bash = (command: string, more: object = {}) => ({
  tools: [{ name: 'Bash', input: { command, ...more }, id: 'toolu_b' }],
});
/** Prints a word, makes `begun`, and prints another one once the test has made `gate`. */
const GATED = 'echo one; touch begun; until [ -e gate ]; do sleep 0.01; done; echo two';
const open = ({ cwd }: Wire) => writeFileSync(join(cwd, 'gate'), '');

/** The lines about tasks and their calls, in order. */
const told = ({ lines }: Wire) =>
  lines.flatMap(({ type, subtype, patch, tasks, message }) => {
    if (subtype === 'background_tasks_changed') return [`list of ${(tasks as unknown[]).length}`];
    if (subtype === 'task_updated') return [`updated ${Object.keys(patch as object).join()}`];
    if (String(subtype).startsWith('task_') && subtype !== 'task_progress') return [String(subtype)];
    const isResult = type === 'user' && JSON.stringify(message).includes('tool_result');
    return isResult ? ['result of the call'] : [];
  });

it('before each request it is told that the model is asked, where pieces of its answer are wanted, and nowhere else (LOOP-21)', async () => {
  const replies = [bash('echo hi'), { text: 'Done.' }];
  const [shown, plain] = await Promise.all([
    startWire({ args: ['--include-partial-messages', '--allowedTools=Bash'], replies }),
    startWire({ args: ['--allowedTools=Bash'], replies }),
  ]);
  for (const wire of [shown, plain]) {
    wire.write(initialize(), user('go'));
    await wire.next({ type: 'result' });
  }
  const kinds = shown.lines.flatMap(({ subtype, status, type, event }) => {
    if (subtype === 'init' || subtype === 'status') return [String(status ?? subtype)];
    const isStart = type === 'stream_event' && (event as Line).type === 'message_start';
    return isStart ? ['message_start'] : [];
  });
  expect(kinds).toEqual(['init', 'requesting', 'message_start', 'requesting', 'message_start']);
  expect(plain.of('system', 'status')).toEqual([]);
});

it('what the API says of hidden thinking is told as it comes, anew for each block (CTRL-15)', async () => {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const thought = (index: number, ...parts: readonly number[]) => [
    { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
    ...parts.map((estimated_tokens) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'thinking_delta', thinking: '', estimated_tokens },
    })),
    { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: 'sig' } },
    { type: 'content_block_stop', index },
  ];
  const events = [
    { type: 'message_start', message },
    ...thought(0, 40, 25),
    ...thought(1, 5),
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: 'Done.' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 80 } },
    { type: 'message_stop' },
  ];
  const wire = await startWire({ args: ['--include-partial-messages'], replies: [{ events }] });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result', result: 'Done.' });
  const told = wire.of('system', 'thinking_tokens');
  expect(told.map(({ estimated_tokens, estimated_tokens_delta }) => [estimated_tokens, estimated_tokens_delta])).toEqual([
    [40, 40],
    [65, 25],
    [5, 5],
  ]);
});

it('a command in the background is in the list before it is told of, and leaves it last (CTRL-15)', async () => {
  const wire = await startWire({
    args: ['--allowedTools=Bash'],
    replies: [bash(GATED, { run_in_background: true }), { text: 'It runs.' }, { text: 'It has ended.' }],
  });
  wire.write(initialize(), user('go'));
  const started = await wire.next({ subtype: 'task_started' });
  expect(started).toMatchObject({ tool_use_id: 'toolu_b', task_type: 'local_bash', description: GATED, is_backgrounded: true });
  await wire.next({ type: 'result' });
  open(wire);
  const { task_id } = started;
  const ended = await wire.next({ subtype: 'task_notification', task_id, tool_use_id: 'toolu_b', status: 'completed' });
  await wire.next({ subtype: 'background_tasks_changed' });
  expect(told(wire)).toEqual([
    'list of 1',
    'task_started',
    'result of the call',
    'updated status,end_time',
    'task_notification',
    'list of 0',
  ]);
  expect(wire.of('system', 'background_tasks_changed')[0]?.tasks).toEqual([
    { task_id, task_type: 'local_bash', description: GATED },
  ]);
  expect(readFileSync(String(ended.output_file), 'utf8')).toBe('one\ntwo\n');
});

it('the end of a command in the background begins a turn, also after the end of input, which waits for it (BG-01)', async () => {
  const wire = await startWire({
    args: ['--allowedTools=Bash'],
    replies: [bash(GATED, { run_in_background: true }), { text: 'It runs.' }, { text: 'It has ended.' }],
  });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result', result: 'It runs.' });
  await wire.next({ subtype: 'session_state_changed', state: 'idle' });
  wire.end();
  open(wire);
  await wire.next({ subtype: 'task_notification', status: 'completed' });
  expect(await wire.next({ type: 'result', result: 'It has ended.' })).toMatchObject({ origin: { kind: 'task-notification' } });
  expect(await wire.over()).toEqual({ code: 0, signal: null });
  expect(JSON.stringify(wire.api.requests[2]?.body.messages.at(-1))).toContain('shell_1 has ended: completed, exit code 0');
});

it('a command that is stopped begins none (CTRL-11)', async () => {
  const wire = await startWire({
    args: ['--allowedTools=Bash'],
    replies: [bash(GATED, { run_in_background: true }), { text: 'It runs.' }],
  });
  wire.write(initialize(), user('go'));
  const { task_id } = await wire.next({ subtype: 'task_started' });
  await wire.next({ type: 'result' });
  await wire.ask({ subtype: 'stop_task', task_id });
  wire.end();
  expect(await wire.over()).toEqual({ code: 0, signal: null });
  expect(wire.of('result')).toHaveLength(1);
});

it('a command that a call waits for is sent to the background, and is a task from then on (CTRL-11)', async () => {
  const wire = await startWire({
    args: ['--allowedTools=Bash'],
    replies: [bash(GATED), { text: 'It goes on.' }, { text: 'It has ended.' }],
  });
  wire.write(initialize(), user('go'));
  await expect.poll(() => existsSync(join(wire.cwd, 'begun'))).toBe(true);
  expect((await wire.ask({ subtype: 'background_tasks', tool_use_id: 'toolu_other' })).response).toEqual({ backgrounded: false });
  expect((await wire.ask({ subtype: 'background_tasks', tool_use_id: 'toolu_b' })).response).toEqual({ backgrounded: true });
  const { task_id } = await wire.next({ subtype: 'task_started', tool_use_id: 'toolu_b', is_backgrounded: true });
  const result = await wire.next({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_b' }] } });
  expect(result.tool_use_result).toEqual({
    stdout: 'one',
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
    backgroundTaskId: task_id,
    backgroundedByUser: true,
  });
  await wire.next({ type: 'result', result: 'It goes on.' });
  expect((await wire.ask({ subtype: 'background_tasks' })).response).toEqual({ backgrounded: false });
  open(wire);
  await wire.next({ subtype: 'task_notification', task_id, status: 'completed' });
  expect((await wire.ask({ subtype: 'get_task_output', task_id })).response).toMatchObject({ output: 'two\n' });
});

it('so is an agent, whose report brings a turn of its own; its record names the call (CTRL-11)', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const input = { description: 'Looks', prompt: 'Look around', subagent_type: 'Explore', run_in_background: false };
  const wire = await startWire({
    replies: async ({ body }) => {
      const said = JSON.stringify(body.messages);
      if (!said.includes('the work')) {
        await finished;
        return { text: 'I saw a tree.' };
      }
      if (!said.includes('toolu_a')) return { tools: [{ name: 'Agent', input, id: 'toolu_a' }] };
      return { text: said.includes('I saw a tree.') ? 'It saw a tree.' : 'It looks.' };
    },
  });
  wire.write(initialize(), user('do the work'));
  const started = await wire.next({ subtype: 'task_started', is_backgrounded: false });
  const { task_id, session_id } = started;
  expect(started).toMatchObject({ tool_use_id: 'toolu_a', subagent_type: 'Explore', spawn_depth: 1, prompt: 'Look around' });
  expect((await wire.ask({ subtype: 'background_tasks' })).response).toEqual({ backgrounded: true });
  await wire.next({ subtype: 'task_updated', task_id, patch: { is_backgrounded: true } });
  await wire.next({ type: 'result', result: 'It looks.' });
  finish();
  const { output_file } = await wire.next({ subtype: 'task_notification', task_id, status: 'completed' });
  await wire.next({ type: 'result', result: 'It saw a tree.', origin: { kind: 'task-notification' } });
  expect(told(wire)).toEqual([
    'task_started',
    'list of 1',
    'updated is_backgrounded',
    'result of the call',
    'updated status,end_time',
    'task_notification',
    'list of 0',
  ]);
  const projects = join(wire.cwd, '.home/.claude/projects');
  const [project = ''] = readdirSync(projects);
  const record = join(projects, project, String(session_id), `subagents/agent-${String(task_id)}`);
  expect(output_file).toBe(`${record}.jsonl`);
  expect(JSON.parse(readFileSync(`${record}.meta.json`, 'utf8'))).toEqual({
    agentType: 'Explore',
    toolUseId: 'toolu_a',
    spawnDepth: 1,
  });
});
