// Scenarios about what surrounds a query: credentials, variables, settings, the start and the end, commands, styles. They are spoken
// over the bare wire, so that no SDK hides a difference. `shows` picks the values that must be equal.

import { asks, inTurn, said } from './play.mjs';

const SONNET = ['--model', 'claude-sonnet-4-5'];
const OPUS = ['--model', 'claude-opus-5-5'];
const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const NO_KEY = { ANTHROPIC_API_KEY: null };
const done = { text: 'Done.' };
const echo = { tools: [{ name: 'Bash', input: { command: 'echo hi' }, id: 'toolu_1' }] };
const begin = [asks('initialize'), { wait: 'initialize' }];

const resultOf = ({ messages }) => messages.findLast(({ type }) => type === 'result') ?? {};
const initOf = ({ messages }) => messages.findLast(({ subtype }) => subtype === 'init') ?? {};
const credential = ({ requests: [request] }) => [request?.headers.authorization, request?.headers['x-api-key']];
const bodyOf = ({ requests }, ...keys) => keys.map((key) => requests[0]?.body[key]);

const go = (more = {}, { args = SONNET, lines = inTurn('go') } = {}) => ({ replies: [done], wire: { args, lines }, ...more });
const settings = (value, file = 'home/.claude/settings.json') => ({ [file]: value });

const credentials = {
  key: go({ shows: credential }),
  token: go({ env: { ...NO_KEY, ANTHROPIC_AUTH_TOKEN: 'tok' }, shows: (told) => [credential(told), initOf(told).apiKeySource] }),
  'key-and-token': go({ env: { ANTHROPIC_AUTH_TOKEN: 'tok' }, shows: credential }),
  login: go({ env: { ...NO_KEY, CLAUDE_CODE_OAUTH_TOKEN: 'oat' }, shows: credential }),
  headers: go({
    env: { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: one\nAuthorization: Basic abc' },
    shows: (told) => [credential(told), told.requests[0]?.headers['x-team']],
  }),
  helper: go({ env: NO_KEY, files: settings({ apiKeyHelper: 'echo hk' }), shows: credential }),
  nothing: go({ env: NO_KEY, shows: (told) => [told.requests.length, told.code, resultOf(told).num_turns] }),
};

const variables = {
  'answer-length': go({ env: { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '1234' }, shows: (told) => bodyOf(told, 'max_tokens') }),
  effort: go({ env: { CLAUDE_CODE_EFFORT_LEVEL: 'low' }, shows: (told) => bodyOf(told, 'output_config') }, { args: OPUS }),
  'no-effort': go({ shows: (told) => bodyOf(told, 'output_config') }, { args: [...SONNET, '--effort', 'high'] }),
  uncached: go({
    env: { DISABLE_PROMPT_CACHING: '1' },
    shows: ({ requests }) => /cache_control/.test(JSON.stringify(requests[0]?.body)),
  }),
  'model-variable': go(
    { env: { ANTHROPIC_MODEL: 'claude-opus-4-5' }, files: settings({ model: 'haiku' }), shows: (told) => bodyOf(told, 'model') },
    { args: [] },
  ),
  'settings-env': go({
    env: { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '888' },
    files: settings({ env: { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '777' } }),
    shows: (told) => bodyOf(told, 'max_tokens'),
  }),
  retries: go({
    env: { CLAUDE_CODE_MAX_RETRIES: '0' },
    replies: [{ fault: { status: 529 } }],
    shows: ({ requests }) => requests.length,
  }),
  'subagent-model': go({
    env: { CLAUDE_CODE_SUBAGENT_MODEL: 'haiku' },
    replies: [
      {
        tools: [
          {
            name: 'Agent',
            input: { description: 'look', prompt: 'Look.', subagent_type: 'general-purpose', run_in_background: false },
            id: 'toolu_1',
          },
        ],
      },
      { text: 'Seen.' },
      done,
    ],
    shows: ({ requests }) => requests.map(({ body }) => body.model),
  }),
};

const limited = (told) =>
  told.messages.filter(({ type }) => type === 'result').map((one) => [one.subtype, one.num_turns, one.errors]);
const life = {
  states: go({ env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' } }),
  'unknown-session': go(
    { shows: (told) => [told.code, resultOf(told).errors] },
    { args: [...SONNET, '--resume', UNKNOWN], lines: [...begin, ...inTurn('go')] },
  ),
  'continue-nothing': go({}, { args: [...SONNET, '--continue'], lines: [...begin, ...inTurn('go')] }),
  'max-turns': go({ replies: [echo, done], shows: limited }, { args: [...SONNET, '--max-turns', '1'] }),
  'max-turns-stream': go(
    { replies: [echo, echo, done], shows: limited },
    { args: [...SONNET, '--max-turns', '1'], lines: inTurn('a', 'b') },
  ),
  origin: go(
    { shows: (told) => [resultOf(told).origin, resultOf(told).queued_turn_count] },
    { lines: [{ ...said('go'), origin: { kind: 'human' } }, { wait: 'result' }] },
  ),
  models: go(
    {
      shows: ({ messages }) => messages[0]?.response.response.models.map(({ value, supportsEffort }) => [value, supportsEffort]),
    },
    { lines: begin },
  ),
};

const names = [
  '/clear',
  '/context',
  '/cost',
  '/model',
  '/model haiku',
  '/help',
  '/effort',
  '/config',
  '/rename Mine',
  '/mcp',
  '/agents',
];
const commands = Object.fromEntries(
  names.map((name) => [
    `command-${name.slice(1).replace(' ', '-').toLowerCase()}`,
    go({ shows: ({ requests }) => requests.length }, { lines: inTurn('go', name, 'more') }),
  ]),
);

const style = '---\nname: Pirate\ndescription: Talks like one\n---\nSay ARR.';
const styles = {
  'output-style': go(
    {
      files: { 'home/.claude/output-styles/pirate.md': style, ...settings({ outputStyle: 'Pirate' }) },
      shows: (told) => [initOf(told).output_style, told.messages[0]?.response.response.available_output_styles],
    },
    { lines: [...begin, ...inTurn('go')] },
  ),
};

export const surroundings = { ...credentials, ...variables, ...life, ...commands, ...styles };
