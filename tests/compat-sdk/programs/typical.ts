/** A program of the Claude Agent SDK. It compiles with the official package and with Loadout's package. */
import {
  type AgentDefinition,
  BUILTIN_TOOL_NAMES,
  type CanUseTool,
  createSdkMcpServer,
  getSessionMessages,
  HOOK_EVENTS,
  type HookCallback,
  type HookInput,
  listSessions,
  type McpServerConfig,
  type Options,
  type PermissionResult,
  type PreToolUseHookInput,
  type Query,
  query,
  resolveSettings,
  type SDKAssistantMessage,
  type SDKMessage,
  type SDKResultMessage,
  type SDKSystemMessage,
  type SDKUserMessage,
  startup,
  tool,
} from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

const add = tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => ({
  content: [{ type: 'text', text: String(a + b) }],
}));
const server = createSdkMcpServer({ name: 'math', version: '1.0.0', tools: [add] });
const servers: Record<string, McpServerConfig> = {
  math: server,
  files: { command: 'npx', args: ['-y', 'server'], env: { A: '1' } },
  web: { type: 'http', url: 'https://example.test', headers: { a: 'b' } },
  old: { type: 'sse', url: 'https://example.test' },
};

const canUseTool: CanUseTool = async (name, input, { signal, suggestions, toolUseID }): Promise<PermissionResult> => {
  if (signal.aborted || toolUseID === '') return { behavior: 'deny', message: 'No.', interrupt: true };
  if (name === 'Bash' && String(input.command).startsWith('rm')) return { behavior: 'deny', message: 'Not that.' };
  return suggestions === undefined
    ? { behavior: 'allow', updatedInput: input }
    : { behavior: 'allow', updatedInput: input, updatedPermissions: suggestions };
};

const guard: HookCallback = async (input, toolUseId, { signal }) => {
  if (signal.aborted || toolUseId === undefined || input.hook_event_name !== 'PreToolUse') return {};
  const { tool_name, tool_input } = input as PreToolUseHookInput;
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: tool_name === 'Write' ? 'deny' : 'allow',
      permissionDecisionReason: JSON.stringify(tool_input),
    },
  };
};
const log = async (input: HookInput) => {
  process.stdout.write(`${input.session_id} ${input.hook_event_name} ${input.cwd} ${input.transcript_path}`);
  return { continue: true };
};

const reviewer: AgentDefinition = {
  description: 'Reviews code',
  prompt: 'You review.',
  tools: ['Read', 'Grep'],
  model: 'haiku',
  mcpServers: ['math'],
  omitClaudeMd: true,
  maxTurns: 3,
};

const options: Options = {
  abortController: new AbortController(),
  cwd: process.cwd(),
  env: { ...process.env, A: 'b' },
  model: 'sonnet',
  fallbackModel: 'haiku',
  systemPrompt: { type: 'preset', preset: 'claude_code', append: 'Be brief.', excludeDynamicSections: true },
  tools: ['Read', 'Bash'],
  allowedTools: ['Read', 'mcp__math__add'],
  disallowedTools: BUILTIN_TOOL_NAMES.filter((name) => name.startsWith('Web')),
  permissionMode: 'acceptEdits',
  canUseTool,
  mcpServers: servers,
  agents: { reviewer },
  hooks: {
    PreToolUse: [{ matcher: 'Bash|Write', hooks: [guard], timeout: 5 }],
    PostToolUse: [{ hooks: [log] }],
    UserPromptSubmit: [{ hooks: [log] }],
    Setup: [{ hooks: [log] }],
    SessionStart: [{ hooks: [log] }],
    Stop: [{ hooks: [log] }],
  },
  includePartialMessages: true,
  maxTurns: 5,
  maxBudgetUsd: 1,
  taskBudget: { total: 1000 },
  thinking: { type: 'enabled', budgetTokens: 2000, display: 'summarized' },
  effort: 'low',
  outputFormat: { type: 'json_schema', schema: { type: 'object', properties: { a: { type: 'string' } } } },
  settings: { permissions: { deny: ['Bash(rm:*)'] }, model: 'opus' },
  settingSources: ['user', 'project', 'local'],
  sandbox: { enabled: true, network: { allowLocalBinding: true } },
  plugins: [{ type: 'local', path: './plugin' }],
  additionalDirectories: ['/tmp'],
  stderr: (text) => process.stderr.write(text),
  extraArgs: { 'debug-to-stderr': null },
  pathToClaudeCodeExecutable: '/usr/bin/claude',
  executable: 'node',
  promptSuggestions: false,
  enableFileCheckpointing: true,
  onElicitation: async ({ serverName, message }) =>
    serverName === 'math' ? { action: 'accept', content: { message } } : { action: 'decline' },
};

async function* prompts(): AsyncGenerator<SDKUserMessage> {
  yield { type: 'user', message: { role: 'user', content: 'Hello' }, parent_tool_use_id: null, session_id: '' };
  yield {
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    parent_tool_use_id: null,
    session_id: '',
  };
}

const textOf = (message: SDKAssistantMessage): string =>
  message.message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');

function show(message: SDKMessage): string {
  switch (message.type) {
    case 'assistant': {
      const calls = message.message.content.flatMap((block) => (block.type === 'tool_use' ? [`${block.id} ${block.name}`] : []));
      return `${textOf(message)} ${calls.join()} ${message.parent_tool_use_id}`;
    }
    case 'user':
      return JSON.stringify(message.message.content);
    case 'stream_event':
      if (message.event.type !== 'content_block_delta' || message.event.delta.type !== 'text_delta') return '';
      return message.event.delta.text;
    case 'result':
      return ended(message);
    case 'system':
      return told(message);
    default:
      return message.type;
  }
}

function told(message: Extract<SDKMessage, { type: 'system' }>): string {
  switch (message.subtype) {
    case 'init':
      return began(message);
    case 'compact_boundary':
      return `${message.compact_metadata.trigger} ${message.compact_metadata.pre_tokens.toFixed()}`;
    case 'api_retry':
      return `${message.attempt.toFixed()} ${message.error} ${message.error_status}`;
    case 'hook_response':
      return `${message.hook_event} ${message.exit_code} ${message.outcome} ${message.stdout.trim()}`;
    case 'task_notification':
      return `${message.task_id} ${message.status} ${message.summary.trim()} ${message.usage?.total_tokens.toFixed()}`;
    case 'commands_changed':
      return message.commands.map(({ name }) => name).join();
    case 'status':
      return `${message.status} ${message.permissionMode}`;
    default:
      return message.subtype;
  }
}

const began = ({ session_id, tools, mcp_servers, model, permissionMode, slash_commands }: SDKSystemMessage) =>
  [
    session_id,
    model,
    permissionMode,
    ...tools,
    ...slash_commands,
    ...mcp_servers.map(({ name, status }) => name + status),
  ].join();

function ended(result: SDKResultMessage): string {
  const { total_cost_usd, usage, num_turns, duration_ms, permission_denials, modelUsage } = result;
  const costs = Object.values(modelUsage).map(({ costUSD, inputTokens }) => costUSD / inputTokens);
  const said =
    result.subtype === 'success' ? `${result.result} ${JSON.stringify(result.structured_output)}` : result.errors.join();
  const denied = permission_denials.map(({ tool_name }) => tool_name);
  return [total_cost_usd.toFixed(2), usage.output_tokens, num_turns, duration_ms, said, ...denied, ...costs].join();
}

async function steer(running: Query): Promise<void> {
  await running.setPermissionMode('plan');
  await running.setModel('haiku');
  await running.setMaxThinkingTokens(null);
  await running.applyFlagSettings({ permissions: { allow: ['Read'] }, model: null });
  await running.updateSettings('localSettings', { outputStyle: 'default' });
  const commands = (await running.supportedCommands()).map(({ name, argumentHint }) => `${name} ${argumentHint}`);
  const models = (await running.supportedModels()).map(({ value, displayName }) => value + displayName);
  const failed = (await running.mcpServerStatus()).filter(({ status, error }) => status === 'failed' && error !== undefined);
  const { added, removed, errors } = await running.setMcpServers(servers);
  const { canRewind, filesChanged = [] } = await running.rewindFiles('id', { dryRun: true });
  const { totalTokens, categories } = await running.getContextUsage();
  const file = await running.readFile('a.txt', { maxBytes: 10, encoding: 'base64' });
  const { skills } = await running.reloadSkills();
  const { plugins, error_count } = await running.reloadPlugins({ addPlugins: [{ type: 'local', path: '/plugin' }] });
  const { contents } = await running.readMcpResource('math', 'ui://page');
  const { warning = '' } = await running.setMcpPermissionModeOverride('math', 'default');
  const { session } = await running.usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET();
  await running.seedReadState('a.txt', 0);
  await running.backgroundTasks();
  await running.stopTask('id');
  await running.interrupt();
  const counts = [
    totalTokens,
    error_count,
    session.total_cost_usd,
    categories.length,
    skills.length,
    plugins.length,
    contents.length,
  ];
  const words = [...commands, ...models, ...added, ...removed, ...filesChanged, ...Object.values(errors), warning];
  process.stdout.write(`${counts.join()} ${words.join()} ${failed.length} ${canRewind} ${file?.contents}`);
}

export async function main(): Promise<void> {
  const running = query({ prompt: prompts(), options });
  void steer(running);
  for await (const message of running) process.stdout.write(show(message));
  const warm = await startup({ options, initializeTimeoutMs: 1000 });
  for await (const message of warm.query('Hello')) process.stdout.write(show(message));
  for (const { sessionId, summary, lastModified } of await listSessions({ dir: process.cwd(), limit: 3 })) {
    const messages = await getSessionMessages(sessionId, { limit: 10 });
    process.stdout.write(`${summary} ${lastModified} ${messages.map(({ type, uuid }) => type + uuid).join()}`);
  }
  const { effective, provenance } = await resolveSettings({ cwd: process.cwd() });
  process.stdout.write(`${Object.keys(effective)} ${Object.keys(provenance)} ${HOOK_EVENTS.length}`);
}
