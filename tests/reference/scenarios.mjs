// The scenarios, one program each: the model's answers, request by request, and the options of the query. `sdk` is the official
// package.

import { toldScenarios } from './told-scenarios.mjs';
import { worldScenarios } from './world-scenarios.mjs';

const uses = (name, input, id) => ({ tools: [{ name, input, id }] });
const bash = (command, id, more = {}) => uses('Bash', { command, ...more }, id);
const done = { text: 'Done.' };
const helper = { helper: { description: 'Looks around', prompt: 'You look around.', tools: ['Bash'] } };
const asked = { description: 'look', prompt: 'Look around.', subagent_type: 'helper' };
const schema = { type: 'object', properties: { answer: { type: 'number' } }, required: ['answer'], additionalProperties: false };

export const scenarios = {
  ...worldScenarios,
  ...toldScenarios,
  plain: { replies: [done] },
  partial: { replies: [bash('echo hi', 'toolu_1'), done], options: { includePartialMessages: true } },
  command: { replies: [bash('echo hi', 'toolu_1'), done] },
  failing: { replies: [bash('echo hi >&2; exit 3', 'toolu_1'), done], options: { allowedTools: ['Bash'] } },
  refused: { replies: [bash('touch made', 'toolu_1'), done] },
  ruled: {
    replies: [bash('touch made && mkdir deep', 'toolu_1'), done],
    options: { allowedTools: ['Bash(touch:*)', 'Bash(mkdir:*)'] },
  },
  redirected: { replies: [bash('echo a > made', 'toolu_1'), done], options: { allowedTools: ['Bash(echo:*)'] } },
  allowed: {
    replies: [bash('touch made', 'toolu_1'), done],
    options: { canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }) },
  },
  denied: {
    replies: [bash('touch made', 'toolu_1'), done],
    options: { canUseTool: async () => ({ behavior: 'deny', message: 'not today' }) },
  },
  read: { replies: [uses('Read', { file_path: 'a.txt' }, 'toolu_1'), done] },
  write: {
    replies: [uses('Write', { file_path: 'new.txt', content: 'x\ny\n' }, 'toolu_1'), done],
    options: { permissionMode: 'acceptEdits' },
  },
  edit: {
    replies: [
      uses('Read', { file_path: 'a.txt' }, 'toolu_1'),
      uses('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }, 'toolu_2'),
      done,
    ],
    options: { permissionMode: 'acceptEdits' },
  },
  unknown: { replies: [uses('Nothing', { a: 1 }, 'toolu_1'), done] },
  misused: { replies: [uses('Read', {}, 'toolu_1'), done] },
  server: {
    replies: [uses('mcp__demo__greet', { name: 'Bo' }, 'toolu_1'), done],
    options: (sdk, { z }) => ({
      allowedTools: ['mcp__demo__greet'],
      mcpServers: {
        demo: sdk.createSdkMcpServer({
          name: 'demo',
          tools: [
            sdk.tool('greet', 'Greets', { name: z.string() }, async ({ name }) => ({
              content: [{ type: 'text', text: `Hi ${name}` }],
            })),
          ],
        }),
      },
    }),
  },
  background: {
    replies: [bash('sleep 1; echo late', 'toolu_1', { run_in_background: true }), done, done],
    options: { allowedTools: ['Bash'] },
  },
  long: { replies: [bash('sleep 5', 'toolu_1'), done], options: { allowedTools: ['Bash'] } },
  agent: {
    replies: [
      uses('Agent', { ...asked, run_in_background: false }, 'toolu_1'),
      bash('echo sub', 'toolu_2'),
      { text: 'A tree.' },
      done,
    ],
    options: { agents: helper, allowedTools: ['Bash', 'Agent'] },
  },
  structured: {
    replies: [uses('StructuredOutput', { answer: 4 }, 'toolu_1'), done],
    options: { outputFormat: { type: 'json_schema', schema } },
  },
  turns: {
    replies: ['1', '2', '3'].map((n) => bash(`echo ${n}`, `toolu_${n}`)),
    options: { maxTurns: 2, allowedTools: ['Bash'] },
  },
  status400: { replies: Array.from({ length: 20 }, () => ({ fault: { status: 400 } })) },
  missing: { replies: [done], options: { resume: '22222222-2222-4222-8222-222222222222' } },
  stopped: {
    replies: [bash('echo hi', 'toolu_1'), done],
    options: { hooks: { PostToolUse: [{ hooks: [async () => ({ continue: false, stopReason: 'enough' })] }] } },
  },
  blocked: {
    replies: [done],
    options: { hooks: { UserPromptSubmit: [{ hooks: [async () => ({ decision: 'block', reason: 'no' })] }] } },
  },
};
