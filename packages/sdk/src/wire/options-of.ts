import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { jsonValue } from '@loadout/config';
import { isObject, messageOf } from '@loadout/core';
import { defined } from '@loadout/node';
import { isOn } from '../setup/is-on.js';
import type { McpServerConfig } from '../types/mcp.js';
import type { Options, SettingSource } from '../types/options.js';
import type { EngineProcess } from './engine-process.js';
import type { EngineFlags } from './flags.js';
import { errors } from './wire-errors.js';

/** The options of a query that the flags set. Options that only a program can give come with `initialize`. */
export function optionsOf(flags: EngineFlags, { cwd, env }: Pick<EngineProcess, 'cwd' | 'env'>): Options {
  return defined({
    cwd,
    ...agentOptions(flags, cwd),
    ...outputOptions(flags, cwd),
    ...sessionOptions(flags),
    ...settingOptions(flags, cwd),
    ...(flags['safe-mode'] === true ? WITHOUT_ADDITIONS : {}),
    enableFileCheckpointing: isOn(env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING),
  });
}

const list = (value: readonly string[] | undefined) => (value === undefined ? undefined : [...value]);

const agentOptions = (flags: EngineFlags, cwd: string) => ({
  model: flags.model,
  fallbackModel: flags['fallback-model'],
  systemPrompt: systemPromptOf(flags, cwd),
  tools: flags.tools?.[0] === 'default' ? undefined : list(flags.tools),
  allowedTools: list(flags.allowedTools),
  disallowedTools: list(flags.disallowedTools),
  permissionMode: (flags['dangerously-skip-permissions'] === true
    ? 'bypassPermissions'
    : flags['permission-mode']) as Options['permissionMode'],
  allowDangerouslySkipPermissions:
    flags['allow-dangerously-skip-permissions'] === true || flags['dangerously-skip-permissions'] === true,
  permissionPromptToolName: flags['permission-prompt-tool'] === 'stdio' ? undefined : flags['permission-prompt-tool'],
  mcpServers: serversOf(flags, cwd),
  strictMcpConfig: flags['strict-mcp-config'],
  agents: flags.agents === undefined ? undefined : (readJson(flags.agents, { flag: '--agents', cwd }) as Options['agents']),
  agent: flags.agent,
  forwardSubagentText: flags['forward-subagent-text'],
});

const outputOptions = (flags: EngineFlags, cwd: string) => ({
  includeHookEvents: flags['include-hook-events'],
  includePartialMessages: flags['include-partial-messages'],
  maxTurns: flags['max-turns'],
  maxBudgetUsd: flags['max-budget-usd'],
  taskBudget: flags['task-budget'] === undefined ? undefined : { total: flags['task-budget'] },
  maxThinkingTokens: flags['max-thinking-tokens'],
  thinking: thinkingOf(flags),
  effort: flags.effort,
  betas: list(flags.betas),
  outputFormat:
    flags['json-schema'] === undefined
      ? undefined
      : ({
          type: 'json_schema',
          schema: readJson(flags['json-schema'], { flag: '--json-schema', cwd }),
        } as Options['outputFormat']),
});

const sessionOptions = (flags: EngineFlags) => ({
  resume: flags.resume,
  continue: flags.continue,
  forkSession: flags['fork-session'],
  title: flags.name,
  sessionId: uuidIn(flags['session-id']),
  resumeSessionAt: flags['resume-session-at'],
  resumeDropsTurn: flags['resume-drops-turn'],
  persistSession: flags['no-session-persistence'] === true ? false : undefined,
});

const settingOptions = (flags: EngineFlags, cwd: string) => ({
  settings: flags.settings,
  managedSettings:
    flags['managed-settings'] === undefined
      ? undefined
      : readJson(flags['managed-settings'], { flag: '--managed-settings', cwd }),
  ...sourcesOf(flags),
  additionalDirectories: list(flags['add-dir']),
  plugins: pluginsOf(flags),
  agentConfig: flags['agent-config'],
  debug: flags.debug === true || flags['debug-to-stderr'] === true ? true : undefined,
  debugFile: flags['debug-file'],
});

/** With `--bare` and `--safe-mode`, files add nothing to the query, but their rules hold (GAP-D6). */
function sourcesOf(flags: EngineFlags): Pick<Options, 'settingSources' | 'rulesFrom'> {
  const named = list(flags['setting-sources']) as SettingSource[] | undefined;
  const isBare = flags.bare === true || flags['safe-mode'] === true;
  return isBare ? { settingSources: [], rulesFrom: named ?? ['user', 'project', 'local'] } : { settingSources: named };
}

/** With `--safe-mode`, other flags add nothing either. */
const WITHOUT_ADDITIONS = { plugins: undefined, mcpServers: undefined, agents: undefined, agent: undefined };

const wrong = (flag: string, parts: { readonly problem: string; readonly expected: string }) =>
  errors.USAGE_FLAG_CONTENT({ flag, ...parts });

function uuidIn(id: string | undefined): string | undefined {
  if (id === undefined || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
  throw wrong('--session-id', { problem: `${JSON.stringify(id)} is not a UUID`, expected: 'one such as uuidgen prints' });
}

function systemPromptOf(flags: EngineFlags, cwd: string): Options['systemPrompt'] {
  const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(resolve(cwd, file), 'utf8'));
  const whole = flags['system-prompt'] ?? read(flags['system-prompt-file']);
  const append = flags['append-system-prompt'] ?? read(flags['append-system-prompt-file']);
  if (whole !== undefined) return append === undefined ? whole : `${whole}\n\n${append}`;
  const excludesDynamic = flags['exclude-dynamic-system-prompt-sections'] === true;
  if (append === undefined && !excludesDynamic) return undefined;
  return {
    type: 'preset',
    preset: 'claude_code',
    ...defined({ append }),
    ...(excludesDynamic ? { excludeDynamicSections: true } : {}),
  };
}

/** The servers of the flags. A server of type `sdk` only has its name here; the program at the other end runs it. */
function serversOf(flags: EngineFlags, cwd: string): Options['mcpServers'] {
  if (flags['mcp-config'] === undefined) return undefined;
  const maps = flags['mcp-config'].map((value) => {
    const { mcpServers } = readJson(value, { flag: '--mcp-config', cwd });
    if (isObject(mcpServers)) return mcpServers;
    throw wrong('--mcp-config', { problem: 'it has no object mcpServers', expected: '{"mcpServers": {"name": {...}}}' });
  });
  return Object.assign({}, ...maps) as Record<string, McpServerConfig>;
}

function thinkingOf({ thinking: type, 'thinking-display': display }: EngineFlags): Options['thinking'] {
  if (type !== 'adaptive' && type !== 'disabled' && type !== 'enabled') return undefined;
  return { type, ...defined({ display }) } as Options['thinking'];
}

function pluginsOf(flags: EngineFlags): Options['plugins'] {
  const whole = (flags['plugin-dir'] ?? []).map((path) => ({ type: 'local' as const, path }));
  const bare = (flags['plugin-dir-no-mcp'] ?? []).map((path) => ({ type: 'local' as const, path, skipMcp: true }));
  return whole.length + bare.length === 0 ? undefined : [...whole, ...bare];
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads the object of a flag: written out, or in the file that the flag names. Throws USAGE_FLAG_CONTENT. */
function readJson(value: string, { flag, cwd }: { readonly flag: string; readonly cwd: string }): JsonObject {
  const isInline = value.trimStart().startsWith('{');
  try {
    const parsed = jsonValue(isInline ? value : readFileSync(resolve(cwd, value), 'utf8'));
    if (isObject(parsed)) return parsed;
    throw new Error('it is not a JSON object');
  } catch (cause) {
    const problem = messageOf(cause);
    throw errors.USAGE_FLAG_CONTENT({ flag, problem, expected: 'a JSON object, or the path of a file with one' }, { cause });
  }
}
