import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as official from '@anthropic-ai/claude-agent-sdk';
import * as own from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { ownSdk } from './lib/sdks.js';
import { world } from './lib/world.js';

/** Names that are not in the official type file, so that no program in TypeScript can use them. */
const UNDECLARED = ['CommandMatcher', 'DirectConnectError', 'DirectConnectTransport', 'FileIndex', 'parseDirectConnectUrl'];

/** Values that only one of the two engines has: additional tools, and messages about a subscription. */
const OWN_VALUES = [
  'BUILTIN_TOOL_NAMES',
  'ORG_POLICY_LIMIT_PREFIXES',
  'USAGE_LIMIT_ERROR_PREFIXES',
  'USAGE_TRANSITION_PREFIXES',
  'USAGE_WARNING_PREFIXES',
];

/** Missing types, by reason. */
const TYPES_LEFT_OUT: Readonly<Record<string, RegExp>> = {
  'events that never come': /^(?:Setup|FileChanged|MessageDisplay)Hook/,
  'messages that never come': new RegExp(
    `^SDK(?:${[
      ...[
        'ActiveGoal',
        'AuthStatus',
        'BackgroundTasksChanged',
        'ControlRequestProgress',
        'ConversationReset',
        'ElicitationComplete',
      ],
      ...['LocalCommandOutput', 'MemoryRecall', 'MirrorError', 'ModelRefusalFallback', 'ModelRefusalNoFallback', 'Notification'],
      ...['PluginInstall', 'PromptSuggestion', 'SessionWritesLost', 'ToolUseSummary', 'WorkerShuttingDown'],
    ].join('|')})Message$|^SDK(?:FilesPersisted|RateLimit)Event$|^SDKRateLimitInfo$`,
  ),
  "an executable of one's own, which a query in process has not": /^(?:SpawnOptions|SpawnedProcess|Transport)$/,
  'parts of messages and answers that are plain records here':
    /^(?:BackgroundTaskSummary|SessionCronSummary|McpServerProvenance|McpServerToolPolicy|Sandbox\w+(?:Config|Violations)|SDKControlResponse|SDKControl\w*PermissionRules\w*|SDKPermission(?:Rule\w+|Workspace\w+)|SDKDeferredToolUse|SDKMcpResourceLink|SDKSettingsParseError|SDKStartupFailureReason|InferShape)$/,
  "the vendor's product":
    /^(?:FastMode\w+|McpClaudeAIProxyServerConfig|OnUserDialog|UserDialog\w+|PermissionDecisionClassification|PolicySettingsOrigin|ToolConfig)$/,
};

type Missing<Official, Own> = Exclude<keyof Official, keyof Own>;
type OptionsMissing = Missing<official.Options, own.Options> | Missing<official.AgentDefinition, own.AgentDefinition>;
/** Compiles if no option is missing. Otherwise, the type is the names of the missing options. */
const areOptionsThere: [OptionsMissing] extends [never] ? true : OptionsMissing = true;

const folderOf = (name: string) => fileURLToPath(new URL('.', import.meta.resolve(name)));
const declarations = readFileSync(join(folderOf('@anthropic-ai/claude-agent-sdk'), 'sdk.d.ts'), 'utf8');

const ownTypes = (): ReadonlySet<string> => {
  const folder = folderOf('@loadout/sdk');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  const index = readFileSync(join(folder, 'index.d.ts'), 'utf8');
  const all = files.filter((name) => name.startsWith('types') && index.includes(name.replace(/\.d\.ts$/, '.js')));
  const exported = all.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/^export (?:declare )?(?:type|interface|class) (\w+)/gm),
  ]);
  return new Set([...exported, ...index.matchAll(/(?:type )?(\w+)(?=[,\s}])/g)].map(([, name = '']) => name));
};

describe('a program that changes its import', () => {
  it('finds every value that the official package exports', () => {
    const missing = Object.keys(official).filter((name) => !(name in own));
    expect(missing).toEqual(UNDECLARED);
    expect(UNDECLARED.filter((name) => new RegExp(`\\b${name}\\b`).test(declarations))).toEqual([]);
  });

  it('finds each of them as what it is, and facts with the same value', () => {
    const values = new Map<string, unknown>(Object.entries(own));
    for (const [name, value] of Object.entries(official)) {
      if (UNDECLARED.includes(name)) continue;
      const found = values.get(name);
      expect(typeof found, name).toBe(typeof value);
      if (typeof value !== 'function' && !OWN_VALUES.includes(name)) expect(found, name).toEqual(value);
    }
  });

  it('turns every built-in tool off with the list of their names', async () => {
    expect(own.BUILTIN_TOOL_NAMES).toEqual(expect.arrayContaining([...official.BUILTIN_TOOL_NAMES]));
    const { ask } = await world([{ text: 'Hello.' }]);
    const { messages } = await ask(ownSdk, 'Hi', { disallowedTools: own.BUILTIN_TOOL_NAMES, canUseTool: async () => null });
    expect(messages.find((message) => message.type === 'system' && message.subtype === 'init')).toMatchObject({ tools: [] });
  });

  it('finds every method that a query of the official package declares', async () => {
    const [, body = ''] = /export declare interface Query [^{]*\{([\s\S]*?)\n\}/.exec(declarations) ?? [];
    const methods = [...body.matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => name);
    expect(methods.length).toBeGreaterThan(25);
    const { query } = await world([{ text: 'Hello.' }]);
    const asked = query(ownSdk, 'Hi');
    expect(methods.filter((name) => typeof Reflect.get(asked, String(name)) !== 'function')).toEqual([]);
  });

  it('finds every option of a query and of an agent', () => {
    expect(areOptionsThere).toBe(true);
  });

  it('compiles as it is written, with our types in the place of the official ones', () => {
    const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    const project = fileURLToPath(new URL('programs/tsconfig.own.json', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  it('finds every type that the official package exports, but for those of what it has not', () => {
    const types = ownTypes();
    const missing = [...declarations.matchAll(/^export declare (?:type|interface|class) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !types.has(name));
    expect(missing.filter((name) => !Object.values(TYPES_LEFT_OUT).some((left) => left.test(name)))).toEqual([]);
  });
});
