import { join } from 'node:path';

// Scenarios about the contents of hooks, questions and requests. The values are about that alone; the frames are compared as everywhere.

const done = { text: 'Done.' };
const uses = (name, input, id) => ({ tools: [{ name, input, id }] });
const bash = (command) => uses('Bash', { command }, 'toolu_b');
const settings = (value) => ({ files: { 'home/.claude/settings.json': value } });
const sent = ({ requests }, index) => JSON.stringify(requests[index]?.body ?? {});
const resultOf = ({ messages }) => messages.findLast(({ type }) => type === 'result') ?? {};

/** Inputs of callbacks: those of the program that played first come first. */
const played = [];

/** Options with callbacks that note their inputs. */
function listening(events, more = {}) {
  const inputs = [];
  played.push(inputs);
  const note = async (input) => {
    inputs.push(input);
    return {};
  };
  return { ...more, hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [note] }]])) };
}

const START = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 1 },
  },
};
const WITHOUT_END = [
  START,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Whole.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
];
const questions = [
  {
    question: 'Which?',
    header: 'Which',
    options: ['A', 'B'].map((label) => ({ label, description: label })),
    multiSelect: false,
  },
];
const allow = async (_, updatedInput) => ({ behavior: 'allow', updatedInput });
const asksByHook = () => ({
  canUseTool: allow,
  hooks: {
    PreToolUse: [
      {
        hooks: [
          async () => ({
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'ask',
              permissionDecisionReason: 'It is late.',
            },
          }),
        ],
      },
    ],
  },
});
const helper = { helper: { description: 'Looks around', prompt: 'You look around.', tools: ['Bash'] } };
const toHelper = uses(
  'Agent',
  { description: 'look', prompt: 'Look.', subagent_type: 'helper', run_in_background: false },
  'toolu_a',
);

export const toldScenarios = {
  'long-window': {
    replies: [done],
    options: { model: 'claude-sonnet-4-5[1m]' },
    shows: ({ requests }) =>
      requests.map(({ body, headers }) => [body.model, String(headers['anthropic-beta']).includes('context-1m-2025-08-07')]),
  },
  language: {
    replies: [done],
    options: { settingSources: ['user'], systemPrompt: { type: 'preset', preset: 'claude_code' } },
    ...settings({ language: 'french' }),
    shows: (told) => sent(told, 0).includes('french'),
  },
  'stream-without-end': { replies: [{ events: WITHOUT_END }], shows: (told) => [resultOf(told).subtype, resultOf(told).result] },
  'bad-gateway': {
    replies: [{ fault: { status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } } }],
    env: { CLAUDE_CODE_MAX_RETRIES: '0' },
    shows: (told) => resultOf(told).api_error_status,
  },
  'session-header': {
    replies: [done],
    shows: ({ requests, messages }) =>
      requests.every(({ headers }) => headers['x-claude-code-session-id'] === messages.at(-1).session_id),
  },
  declined: {
    replies: [uses('AskUserQuestion', { questions }, 'toolu_q'), done],
    options: { canUseTool: async () => ({ behavior: 'deny', message: 'Neither: C.' }) },
    shows: (told) => sent(told, 1).includes('Neither: C.'),
  },
  'hook-asks': {
    replies: [bash('touch made'), done],
    options: asksByHook,
    shows: ({ questions }) => questions.map(({ about }) => about.decisionReason),
  },
  'told-batch': {
    replies: [bash('echo hi'), done],
    options: () => listening(['PostToolBatch']),
    shows: () =>
      played.shift().map(({ tool_calls }) => tool_calls.map(({ tool_name, tool_response }) => [tool_name, tool_response])),
  },
  'told-agent': {
    replies: [toHelper, { text: 'Looked.' }, done],
    options: () => listening(['UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'Stop'], { agents: helper }),
    shows: (told) => [new Set(played.shift().map(({ prompt_id }) => prompt_id)).size, resultOf(told).subagent_stats],
  },
  'env-file': {
    replies: [bash('echo "[$COLOUR]"'), done],
    options: { allowedTools: ['Bash'] },
    files: { 'work/variables.sh': 'export COLOUR=blue\n' },
    env: ({ folder }) => ({ CLAUDE_ENV_FILE: join(folder, 'work', 'variables.sh') }),
    shows: (told) => sent(told, 1).includes('[blue]'),
  },
  preview: {
    replies: [done],
    options: { canUseTool: allow, toolConfig: { askUserQuestion: { previewFormat: 'html' } } },
    env: { ENABLE_TOOL_SEARCH: 'false' },
    shows: (told) => sent(told, 0).includes('HTML'),
  },
};
