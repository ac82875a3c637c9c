// Scenarios about session files, permissions and files in prompts (W7 to W28): the model's answers and the options of the query.

const uses = (name, input, id = 'toolu_1') => ({ tools: [{ name, input, id }] });
const bash = (command) => uses('Bash', { command });
const done = { text: 'Done.' };
const refusing = { canUseTool: async () => ({ behavior: 'deny', message: 'no' }) };
const questionsOf = ({ questions }) =>
  questions.map(({ name, about }) => [name, about.suggestions, about.decisionReasonType, about.blockedPath]);
const asked = (reply, more = {}) => ({ replies: [reply, done], options: { ...refusing, ...more }, shows: questionsOf });
const promptOf = ({ requests: [request] }) =>
  JSON.stringify(request?.body.messages).match(/one\\\\n|one\\n|TWO-LINES/g)?.length ?? 0;
const reads = ['git status', 'git log --oneline', 'git diff', 'git show HEAD', 'git branch'];

/** A server of one tool, without any package. */
const SERVER = `
const tools = [{ name: 'greet', inputSchema: { type: 'object' } }];
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'demo', version: '1' } }),
  'tools/list': () => ({ tools }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
});`;

export const worldScenarios = {
  'asked-write': asked(uses('Write', { file_path: 'new.txt', content: 'x\n' })),
  'asked-read': asked(uses('Read', { file_path: '/etc/hostname' })),
  'asked-command': asked(bash('npm run build')),
  'asked-plan': asked(uses('Write', { file_path: 'new.txt', content: 'x\n' }), { permissionMode: 'plan' }),
  'git-status': { replies: [bash('git status'), done] },
  'task-ids': {
    replies: [uses('TaskCreate', { subject: 'a', description: 'b' }), uses('TaskGet', { taskId: '1' }, 'toolu_2'), done],
  },
  'git-reads': {
    isRepository: true,
    replies: [...reads.map((command, index) => uses('Bash', { command }, `toolu_${index}`)), done],
    shows: ({ messages }) => messages.filter(({ tool_use_result: result }) => typeof result === 'string').length,
  },
  'asked-edit': {
    ...asked(uses('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }, 'toolu_2')),
    replies: [
      uses('Read', { file_path: 'a.txt' }),
      uses('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }, 'toolu_2'),
      done,
    ],
  },
  'asked-fetch': asked(uses('WebFetch', { url: 'https://example.com/a', prompt: 'b' })),
  'asked-search': asked(uses('WebSearch', { query: 'b' })),
  'asked-removal': asked(bash('rm a.txt')),
  'asked-chain': asked(bash('touch made && npm test')),
  'asked-script': asked(bash('node -e "1"')),
  'asked-elsewhere': asked(uses('Write', { file_path: '/tmp/loadout-compare/x.txt', content: 'x' })),
  loopback: {
    replies: (url) => [uses('WebFetch', { url: `${url}/page`, prompt: 'What is it?' }), done],
    options: { allowedTools: ['WebFetch'] },
    shows: ({ all }) => all.filter(({ path }) => path.startsWith('/page')).length > 0,
  },
  mentioned: { replies: [done], prompts: ['Look at @a.txt please'], shows: promptOf },
  'mentioned-command': {
    replies: [done],
    files: { 'work/.claude/commands/look.md': 'Look at @a.txt please' },
    prompts: ['/look'],
    shows: promptOf,
  },
  'project-server': {
    replies: [done],
    files: {
      'work/.mcp.json': { mcpServers: { demo: { command: 'node', args: ['server.cjs'] } } },
      'work/server.cjs': SERVER,
    },
    options: { settings: { enableAllProjectMcpServers: true }, settingSources: ['project'] },
    shows: ({ messages }) => messages.find(({ subtype }) => subtype === 'init')?.mcp_servers.map(({ name }) => name),
  },
  'denied-in-agent': {
    replies: [
      uses('Agent', { description: 'look', prompt: 'Look.', subagent_type: 'helper', run_in_background: false }),
      uses('Bash', { command: 'touch made' }, 'toolu_2'),
      { text: 'Seen.' },
      done,
    ],
    options: { agents: { helper: { description: 'Looks', prompt: 'You look.', tools: ['Bash'] } }, allowedTools: ['Agent'] },
    shows: ({ messages }) => messages.at(-1)?.permission_denials?.map(({ tool_name: name }) => name),
  },
  'session-file': {
    replies: [bash('echo hi'), done],
    options: { allowedTools: ['Bash'] },
    shows: ({ lines }) => lines.map(({ type }) => type),
  },
  'session-file-failed': {
    replies: Array.from({ length: 20 }, () => ({ fault: { status: 400 } })),
    shows: ({ lines }) => lines.map(({ type }) => type),
  },
  variables: { replies: [bash('echo "$CLAUDECODE $CLAUDE_CODE_SESSION_ID"'), done], options: { allowedTools: ['Bash'] } },
};
