import type { ToldSession } from './talk-server.test-kit.js';

const rule = { rule: 'Bash(git log:*)', position: { file: '/repo/agent.config.yaml', line: 19, column: 26 } };
const message = (uuid: string, ...content: unknown[]) => ({
  type: 'message',
  uuid,
  model: 'demo',
  message: { role: 'assistant', content },
});
const text = (of: string) => ({ type: 'text', text: of });
const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input });
const call = (id: string, name: string, input: unknown) => ({ type: 'tool_call', id, name, input });
const result = (id: string, name: string, more: object) => ({
  type: 'tool_result',
  id,
  name,
  content: 'ok',
  durationMs: 12,
  ...more,
});

const edit = { file_path: '/repo/src/a.ts', old_string: 'one\n', new_string: 'two\n' };

/** A run with a part of every kind, as the server tells it. */
const events: readonly unknown[] = [
  {
    type: 'init',
    init: { sessionId: 's', agent: 'helper', cwd: '/repo', permissionMode: 'default', model: { id: 'demo', provider: 'x' } },
  },
  { type: 'prompt', uuid: 'p1', message: { role: 'user', content: [text('Look at the log, and change the file.')] } },
  { type: 'message_start', uuid: 'm1', id: 'm1', model: 'demo' },
  { type: 'thinking', text: 'The log comes first.' },
  { type: 'text', text: 'I read the log. See https://example.com/log.' },
  call('c1', 'Bash', { command: 'git log -3' }),
  { type: 'permitted', id: 'c1', name: 'Bash', reason: 'Bash is allowed by the rule Bash(git log:*).', ...rule },
  result('c1', 'Bash', { outcome: 'done', content: 'a1b2c3 \u001b[32mfirst\u001b[0m' }),
  call('c2', 'Bash', { command: 'rm -rf build' }),
  result('c2', 'Bash', {
    outcome: 'denied',
    content:
      'Bash is denied by the rule Bash(rm:*) (agent.config.yaml:5:53). Remove or narrow that rule; no allow rule lifts it.',
  }),
  message(
    'm1',
    text('I read the log. See https://example.com/log.'),
    use('c1', 'Bash', { command: 'git log -3' }),
    use('c2', 'Bash', { command: 'rm -rf build' }),
  ),
  call('c3', 'Edit', edit),
  { type: 'permitted', id: 'c3', name: 'Edit', reason: 'A person allowed it.', by: 'person' },
  result('c3', 'Edit', { outcome: 'done' }),
  {
    type: 'subagent',
    path: ['reviewer'],
    toolUseId: 'c4',
    event: message('m2', text('The change is right.'), use('c5', 'Read', { file_path: '/repo/src/a.ts' })),
  },
  { type: 'subagent', path: ['reviewer'], event: result('c5', 'Read', { outcome: 'failed', content: 'There is no such file.' }) },
  { type: 'discard', reason: 'the connection was lost' },
  { type: 'notice', message: 'A hook is slow.' },
  { type: 'compact', trigger: 'auto', preTokens: 1000, how: 'summarised' },
  {
    type: 'result',
    result: {
      outcome: 'error_limit',
      text: 'Done.',
      turns: 2,
      toolCalls: 4,
      costUsd: 0.0123,
      durationMs: 4200,
      usage: { input_tokens: 1200, output_tokens: 300 },
      denials: [{ tool_name: 'Bash', reason: 'a rule' }],
      error: { code: 'LIMIT', message: 'The budget is used up.', fix: 'Raise limits.usd.' },
    },
  },
  call('c6', 'Bash', { command: 'npm publish' }),
  result('c6', 'Bash', { outcome: 'deferred', content: 'Bash waits for an approval.' }),
];

/** The questions of a run that waits. */
const asks: readonly unknown[] = [
  {
    call: 'c6',
    tool: 'Bash',
    input: { command: 'npm publish', run_in_background: false, description: 'Publish the package' },
    reason: 'Bash needs approval: no rule allows it.',
    rules: ['Bash(npm publish)'],
  },
  { call: 'c7', tool: 'Edit', input: edit, reason: 'A rule asks.', rule: 'Edit', at: 'agent.config.yaml:16:9' },
  { call: 'c8', tool: 'Write', input: { file_path: 'b.ts', content: 'a\nb\n' }, reason: 'A rule asks.', rules: ['Write(b.ts)'] },
  {
    call: 'c9',
    tool: 'question',
    input: '[{"question":"Which?"}]',
    reason: 'The agent asks a person.',
    questions: [{ question: 'Which one?', choices: ['left', 'right'] }],
  },
  { call: 'c10', tool: 'Deploy', input: '{"to":"production"}', reason: 'A rule asks.', from: { alice: 'MCow', bob: 'MCow' } },
];

export const everyPart = (): ToldSession => ({
  id: 'every-part',
  prompt: 'Look at the log, and change the file.',
  events: [...events],
  run: { state: 'waiting', asks, result: { costUsd: 0.0123 } },
});
