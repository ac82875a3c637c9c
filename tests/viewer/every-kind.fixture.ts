import type { Contents, FileChanges, RecordingData, Trajectory, TreeNode } from '@loadout/viewer';

const START = Date.UTC(2026, 10, 20, 9, 0, 0);
const at = (seconds: number): number => START + seconds * 1000;
const text = (head: string) => ({ head });
const file = 'agent.config.yaml';
const agent = ['coder'];

const denied = {
  effect: 'deny' as const,
  by: 'rule' as const,
  reason: 'The deny rule Bash(git push:*) matches the command.',
  rule: 'Bash(git push:*)',
  place: { file, line: 14, column: 12 },
  mode: 'default',
  cure: 'permissions:\n  allow:\n    - Bash(git push:*)',
};

/** A recording with every kind of node, each with every optional field at least once. */
const nodes: readonly TreeNode[] = [
  { id: 0, kind: 'run', title: 'Correct the sign in src/sum.js and push it', source: 'startup', agent, start: at(0), size: 40 },
  { id: 1, parent: 0, kind: 'prompt', title: 'Correct the sign in src/sum.js and push it', agent, start: at(0), size: 42 },
  {
    ...{
      id: 2,
      parent: 0,
      kind: 'turn',
      turn: 1,
      model: 'claude-sonnet-5',
      purpose: 'turn',
      title: 'I read the file first.',
      agent,
    },
    ...{ start: at(0), end: at(3), size: 120, stopReason: 'tool_use', usd: 0.0131, window: 0.06 },
    usage: { input: 1200, output: 140, cacheRead: 0, cacheWrite: 8200 },
  },
  {
    ...{ id: 3, parent: 2, kind: 'call', callId: 'c1', tool: 'Read', title: 'src/sum.js', state: 'done', hash: 'h1', agent },
    ...{ start: at(3), end: at(3.2), size: 60, journal: { started: true, repeatable: true } },
    decision: { effect: 'allow', by: 'mode', reason: 'The mode default allows reading in the workspace.', mode: 'default' },
  },
  {
    ...{ id: 4, parent: 0, kind: 'turn', turn: 2, model: 'claude-sonnet-5', purpose: 'turn', title: 'Now I correct it.', agent },
    ...{ start: at(3.2), end: at(8), size: 200, stopReason: 'tool_use', usd: 0.0204, window: 0.07 },
    usage: { input: 300, output: 480, cacheRead: 8200, cacheWrite: 900 },
  },
  {
    ...{ id: 5, parent: 4, kind: 'call', callId: 'c2', tool: 'Edit', title: 'src/sum.js', state: 'done', hash: 'h2', agent },
    ...{ start: at(8), end: at(20), size: 180, askedMs: 11_400, journal: { started: true } },
    decision: {
      ...{ effect: 'allow', by: 'person', reason: 'A person allowed the call once.', rule: 'Edit(/src/**)', mode: 'default' },
      place: { file, line: 11, column: 9 },
    },
    hooks: [
      {
        event: 'PreToolUse',
        name: 'lint.sh',
        outcome: 'no answer',
        at: at(8),
        durationMs: 400,
        place: { file, line: 22, column: 7 },
      },
      { event: 'PostToolUse', name: 'format.sh', outcome: 'context: 1 line', at: at(19.8), durationMs: 180 },
    ],
  },
  {
    ...{
      id: 6,
      parent: 4,
      kind: 'call',
      callId: 'c3',
      tool: 'Bash',
      title: 'npm test',
      state: 'failed',
      code: 'TOOL_FAILED',
      hash: 'h3',
      agent,
    },
    ...{ start: at(20), end: at(34), size: 40_000, spill: { path: '.loadout/results/c3.txt', chars: 182_000 } },
    decision: {
      ...{ effect: 'allow', by: 'rule', reason: 'The allow rule Bash(npm test:*) matches.', rule: 'Bash(npm test:*)' },
      place: { file, line: 10, column: 9 },
    },
  },
  {
    ...{
      id: 7,
      parent: 0,
      kind: 'turn',
      turn: 3,
      model: 'claude-sonnet-5',
      purpose: 'turn',
      title: 'I try again and push.',
      agent,
    },
    ...{ start: at(34), end: at(39), size: 100, stopReason: 'tool_use', usd: 0.031, window: 0.31 },
    usage: { input: 9400, output: 210, cacheRead: 0, cacheWrite: 9100 },
    cacheBreak: 'The list of tools changed: 1 tool was added.',
  },
  {
    ...{
      id: 8,
      parent: 7,
      kind: 'call',
      callId: 'c4',
      tool: 'Bash',
      title: 'npm test',
      state: 'failed',
      code: 'TOOL_FAILED',
      hash: 'h3',
      agent,
    },
    ...{ start: at(39), end: at(52), size: 900, repeats: 6 },
    decision: {
      effect: 'allow',
      by: 'rule',
      reason: 'The allow rule Bash(npm test:*) matches.',
      rule: 'Bash(npm test:*)',
      place: { file, line: 10, column: 9 },
    },
  },
  {
    ...{
      id: 9,
      parent: 7,
      kind: 'call',
      callId: 'c5',
      tool: 'Bash',
      title: 'git push origin main',
      state: 'denied',
      code: 'PERMISSION_DENIED',
    },
    ...{ hash: 'h4', agent, start: at(52), end: at(52.1), size: 150, decision: denied, journal: { started: false } },
  },
  {
    ...{
      id: 10,
      parent: 7,
      kind: 'call',
      callId: 'c6',
      tool: 'Agent',
      title: 'Review the change',
      state: 'done',
      hash: 'h5',
      agent,
    },
    ...{ start: at(52.1), end: at(75), size: 400 },
    decision: { effect: 'allow', by: 'hook', reason: 'The hook allow-review allowed the call.' },
  },
  {
    id: 11,
    parent: 10,
    kind: 'agent',
    title: 'Review the change',
    outcome: 'success',
    agent: ['coder', 'reviewer'],
    start: at(52.2),
    end: at(75),
    size: 10,
  },
  {
    ...{
      id: 12,
      parent: 11,
      kind: 'turn',
      turn: 1,
      model: 'claude-haiku-5',
      purpose: 'turn',
      title: 'The change is right.',
      agent: ['coder', 'reviewer'],
    },
    ...{ start: at(52.3), end: at(60), size: 90, stopReason: 'tool_use', usd: null, error: 'The answer was cut.' },
    usage: { input: 4000, output: 90, cacheRead: 0, cacheWrite: 0 },
  },
  {
    ...{
      id: 13,
      parent: 12,
      kind: 'call',
      callId: 'd1',
      tool: 'mcp__github__get_issue',
      title: 'number 18',
      state: 'refused',
      code: 'TOOL_UNKNOWN',
    },
    ...{ hash: 'h6', agent: ['coder', 'reviewer'], start: at(60), end: at(60.1), size: 20 },
  },
  {
    id: 14,
    parent: 0,
    kind: 'mark',
    mark: 'compact',
    title: 'Compacted at 144,000 tokens',
    agent,
    start: at(80),
    end: at(80),
    size: 0,
  },
  {
    id: 15,
    parent: 0,
    kind: 'mark',
    mark: 'crash',
    title: 'The process ended without a result',
    agent,
    start: at(82),
    end: at(82),
    size: 0,
  },
  {
    ...{
      id: 16,
      kind: 'run',
      title: 'Go on',
      source: 'resume',
      outcome: 'error',
      agent,
      start: at(3700),
      end: at(3720),
      size: 40,
    },
    error: { code: 'RUN_MAX_TURNS', message: 'The run reached maxTurns: 4.', fix: 'Raise limits.maxTurns.' },
  },
  {
    id: 17,
    parent: 16,
    kind: 'mark',
    mark: 'cut',
    title: 'Resumed after one hour',
    agent,
    start: at(3700),
    end: at(3700),
    size: 0,
  },
  {
    id: 18,
    parent: 16,
    kind: 'turn',
    turn: 4,
    model: 'claude-sonnet-5',
    purpose: 'summary',
    title: 'A summary of the work',
    agent,
    start: at(3701),
    end: at(3715),
    size: 300,
    usd: 0.02,
  },
  {
    ...{
      id: 19,
      parent: 18,
      kind: 'call',
      callId: 'c7',
      tool: 'Write',
      title: 'docs/notes.md',
      state: 'unfinished',
      hash: 'h7',
      agent,
      start: at(3715),
      size: 60,
    },
    ...{ journal: { started: true, notRunAgain: true } },
    decision: { effect: 'deny', by: 'nobody', reason: 'The question had no one to answer it.', rule: 'Write', mode: 'default' },
  },
];

const trajectory: Trajectory = {
  version: 1,
  head: {
    ...{
      source: 'session',
      id: '01JD0Q6Z7YB4',
      agent: 'coder',
      cwd: '/home/ada/sum',
      models: ['claude-sonnet-5', 'claude-haiku-5'],
    },
    ...{ startedAt: at(0), endedAt: at(3720), outcome: 'max_turns', permissionMode: 'default' },
    totals: {
      ...{ turns: 5, calls: 8, denied: 1, failed: 3, spilled: 1, inputTokens: 14_900, outputTokens: 920, cacheReadTokens: 8200 },
      ...{ cacheWriteTokens: 18_200, usd: 0.0845, durationMs: 102_000, modelMs: 41_000 },
    },
    rules: [
      { effect: 'deny', rule: 'Bash(git push:*)', place: { file, line: 14, column: 12 } },
      { effect: 'deny', rule: 'Edit(/docs/**)', place: { file, line: 15, column: 12 } },
      { effect: 'ask', rule: 'Edit(/src/**)', place: { file, line: 11, column: 9 } },
      { effect: 'allow', rule: 'Bash(npm test:*)', place: { file, line: 10, column: 9 } },
      { effect: 'allow', rule: 'mcp__github__*', place: { file, line: 12, column: 9 } },
    ],
    notes: ['One line of the record is incomplete and was left out.'],
  },
  nodes,
};

const contents: readonly Contents[] = [
  { id: 1, said: [{ type: 'text', text: text('Correct the sign in src/sum.js and push it') }] },
  {
    id: 2,
    sent: [{ type: 'text', text: text('Correct the sign in src/sum.js and push it') }],
    said: [
      { type: 'thinking', text: text('The file is small.') },
      { type: 'text', text: text('I read the file first. See https://example.com/guide.') },
      { type: 'call', callId: 'c1', tool: 'Read' },
    ],
    raw: text('{"type":"turn"}'),
  },
  { id: 3, input: text('{"file_path":"src/sum.js"}'), result: text('1\tmodule.exports = (a, b) => a - b;\n') },
  {
    id: 5,
    input: text('{"file_path":"src/sum.js","old_string":"a - b","new_string":"a + b"}'),
    result: text('Edited src/sum.js.'),
    files: [
      {
        path: 'src/sum.js',
        change: 'changed',
        before: "'use strict';\nmodule.exports = (a, b) => a - b;\n",
        after: "'use strict';\nmodule.exports = (a, b) => a + b;\n",
        calls: [5],
      },
    ],
  },
  {
    id: 6,
    input: text('{"command":"npm test"}'),
    result: { head: '\u001b[31m✗ sum adds\u001b[0m\n\u202Egpj.exe\n', cut: 181_000, tail: '1 failed\n' },
  },
  {
    id: 7,
    sent: [
      { type: 'result', callId: 'c3', isError: true, text: text('1 failed') },
      {
        type: 'image',
        mediaType: 'image/png',
        data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        note: 'a chart',
      },
      { type: 'image', mediaType: 'image/svg+xml', data: 'PHN2Zy8+', note: 'a drawing' },
      { type: 'other', name: 'document', text: text('A page.') },
    ],
  },
  { id: 8, input: text('{"command":"npm test"}'), result: text('1 failed') },
  {
    id: 9,
    input: text('{"command":"git push origin main"}'),
    result: text('Permission denied: Bash(git push:*)'),
    raw: text('{"type":"denied"}'),
  },
  { id: 19, input: text('{"file_path":"docs/notes.md","content":"${env:HOME}"}') },
];
const files: FileChanges = {
  source: 'checkpoints',
  isPartial: true,
  files: [
    {
      path: 'src/sum.js',
      change: 'changed',
      before: "'use strict';\nmodule.exports = (a, b) => a - b;\n",
      after: "'use strict';\nmodule.exports = (a, b) => a + b;\n",
      calls: [5],
    },
    { path: 'docs/notes.md', change: 'created', after: '# Notes\n', calls: [19] },
    { path: 'logo.png', change: 'deleted', note: 'The file is not text.', calls: [] },
  ],
};

export const everyKind: RecordingData = { trajectory, contents, files };

/** A run like that one, in which the push was allowed and the second test was left out. */
export const another: RecordingData = {
  ...everyKind,
  trajectory: {
    ...trajectory,
    head: {
      ...trajectory.head,
      id: '01JD0R11AA00',
      outcome: 'success',
      totals: { ...trajectory.head.totals, denied: 0, calls: 7, usd: 0.07 },
    },
    nodes: nodes
      .filter(({ id }) => id !== 8)
      .map((node) =>
        node.id === 9 && node.kind === 'call'
          ? { ...node, state: 'done', decision: { ...denied, effect: 'allow', cure: undefined } }
          : node,
      ),
  },
};
