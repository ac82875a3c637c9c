import { messageOf } from '@loadout/core';
import type { Conversation, RunResult } from '@loadout/runner';
import { aliases, EFFORTS } from '../../models.js';
import { DEFAULT_STYLE, outputStyles } from '../../setup/output-styles.js';
import { answerControl } from '../control/answers.js';
import type { Controlled } from '../control/controlled.js';
import { applySettings } from '../control/settings.js';
import { isUnavailable, type LocalCommand } from './command-in.js';

/** Returns the text that answers a command. A command that cannot be carried out is answered with the reason. */
export async function answerCommand({ name, args }: LocalCommand, engine: Controlled): Promise<string> {
  if (isUnavailable(name)) return `/${name} isn't available in this environment.`;
  try {
    return (await ANSWERS[name]?.(args, engine)) ?? '';
  } catch (error) {
    return messageOf(error);
  }
}

type Answer = (args: string, engine: Controlled) => Promise<string> | string;

const ANSWERS: Readonly<Record<string, Answer>> = {
  agents: () => 'Agents are files: .claude/agents in this project, ~/.claude/agents for all projects.',
  clear: () => '',
  config: (args, engine) => configured(args, engine),
  context: async (_, engine) => contextText((await engine.conversation()).contextUsage()),
  effort: (args, engine) => effort(args, engine),
  mcp: (_, engine) => servers(engine),
  model: (args, engine) => model(args, engine),
  'output-style': (args, engine) => styles(args, engine),
  'reload-plugins': async (_, engine) => {
    await answerControl({ subtype: 'reload_plugins' }, engine);
    return 'Reloaded plugins.';
  },
  'reload-skills': async (_, engine) => {
    const { skills } = (await answerControl({ subtype: 'reload_skills' }, engine)) as { readonly skills: readonly unknown[] };
    return `Reloaded skills: ${skills.length} commands available.`;
  },
  rename: (args, engine) => renamed(args, engine),
  usage: async (_, { lastResult }) => costText(lastResult),
};

async function model(name: string, engine: Controlled): Promise<string> {
  const conversation = await engine.conversation();
  const names = [...aliases(engine.options.env ?? process.env).map((one) => one.name), 'best', 'opusplan', 'default'];
  if (name === '') {
    const current = `Current model: \`${conversation.inspect().model}\``;
    return `${current}\nUsage: /model <name>. Available: ${names.join(', ')}, or a full model ID.`;
  }
  await answerControl({ subtype: 'set_model', model: name }, engine);
  return `Set model to \`${name}\` for this session only`;
}

async function effort(level: string, engine: Controlled): Promise<string> {
  const levels = [...EFFORTS, 'auto'];
  if (level === '') return `Usage: /effort <${levels.join('|')}>`;
  if (!levels.includes(level)) return `Unknown option: ${level}. Options: ${levels.join(', ')}`;
  await applySettings({ effortLevel: level === 'auto' ? null : level }, { engine, take: 'beside' });
  return `Set effort level to ${level} (this session only)`;
}

/** Lists the styles. The system prompt stays the same during a session, so a style is chosen before. */
async function styles(name: string, engine: Controlled): Promise<string> {
  const { output_style: current } = await engine.initialization();
  if (name !== '') return `The output style cannot change during a session: write "outputStyle": "${name}" into your settings.`;
  const all = [{ name: DEFAULT_STYLE, description: '' }, ...outputStyles(engine.options)];
  const lines = all.map((style) => {
    const mark = style.name === current ? ' (current)' : '';
    return `- ${style.name}${mark}${style.description === '' ? '' : `: ${style.description}`}`;
  });
  return [`Output style: ${current}`, '', 'Available styles:', ...lines].join('\n');
}

async function renamed(title: string, engine: Controlled): Promise<string> {
  if (title === '') return 'Usage: /rename <name>';
  await answerControl({ subtype: 'rename_session', title }, engine);
  (await engine.prepared()).send({ type: 'system', subtype: 'session_title_changed', title });
  return `Session renamed to: ${title}`;
}

async function servers(engine: Controlled): Promise<string> {
  const list = (await engine.conversation()).servers?.list() ?? [];
  if (list.length === 0) return 'No MCP servers are configured.';
  return list.map(({ key, state }) => `- ${key}: ${state}`).join('\n');
}

const KEYS: Readonly<Record<string, Answer>> = {
  effort: (value, engine) => effort(value, engine),
  model: async (value, engine) => {
    await model(value, engine);
    return `Set Model to ${value}`;
  },
  permissionMode: async (mode, engine) => {
    await answerControl({ subtype: 'set_permission_mode', mode }, engine);
    return `Set permission mode to ${mode}`;
  },
};

async function configured(args: string, engine: Controlled): Promise<string> {
  const pairs = args.split(/\s+/).map((pair) => /^(\w+)=(.+)$/.exec(pair));
  const lines: string[] = [];
  for (const pair of pairs) {
    const [, key = '', value = ''] = pair ?? [];
    const set = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    if (set === undefined) return `Usage: /config key=value [key=value ...], with the keys ${Object.keys(KEYS).join(', ')}`;
    lines.push(await set(value, engine));
  }
  return lines.join('\n');
}

type Usage = ReturnType<Conversation['contextUsage']>;

/** The answer to `/context`: how the next request fills the window. */
function contextText({ model, window = 200_000, system, tools, messages, total }: Usage): string {
  const part = (tokens: number) => `${((tokens / window) * 100).toFixed(1)}%`;
  const inTools = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const rows: readonly (readonly [string, number])[] = [
    ['System prompt', system],
    ['Tools', inTools],
    ['Messages', messages],
    ['Free space', Math.max(0, window - total)],
  ];
  return [
    '## Context Usage',
    '',
    `**Model:** ${model}  `,
    `**Tokens:** ${short(total)} / ${short(window)} (${Math.round((total / window) * 100)}%)`,
    '',
    '### Estimated usage by category',
    '',
    '| Category | Tokens | Percentage |',
    '|----------|--------|------------|',
    ...rows.map(([name, tokens]) => `| ${name} | ${short(tokens)} | ${part(tokens)} |`),
  ].join('\n');
}

const short = (tokens: number): string => (tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`);

/** The answer to `/usage`: the cost of the session up to its last result. */
function costText(result: RunResult | undefined): string {
  const seconds = (ms = 0) => `${Math.round(ms / 1000)}s`;
  const models = Object.entries(result?.models ?? {}).map(([name, { usage, costUsd }]) => {
    const cached = `${usage.cache_read_input_tokens ?? 0} cache read, ${usage.cache_creation_input_tokens ?? 0} cache write`;
    return `   ${name}:  ${usage.input_tokens} input, ${usage.output_tokens} output, ${cached} (${dollars(costUsd)})`;
  });
  return [
    `Estimated cost:        ${dollars(result?.costUsd ?? (result === undefined ? 0 : null))}`,
    `Total duration (API):  ${seconds(result?.modelMs)}`,
    `Total duration (wall): ${seconds(result?.durationMs)}`,
    ...(models.length === 0 ? [] : ['Usage by model:', ...models]),
  ].join('\n');
}

const dollars = (usd: number | null): string => (usd === null ? 'unknown' : `$${usd.toFixed(4)}`);
