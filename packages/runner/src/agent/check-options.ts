import { isObject, nearest } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import type { LimitsPlan } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import { shapeOf } from '../report/shape-of.js';
import type { OpenOptions } from '../run/conversation.js';
import type { RunOptions } from '../run/run.js';
import type { SessionChoice } from '../session/open-session.js';
import type { AgentOptions, CreateAgentOptions } from './agent-options.js';
import { LIMIT_KEYS } from './limit-keys.js';

type Names<T> = Readonly<Record<keyof T, true>>;

/** Every option, so that the compiler finds one that is missing here. */
const OPTIONS: Names<CreateAgentOptions> = {
  ...{
    plan: true,
    agent: true,
    instructions: true,
    model: true,
    apiKey: true,
    wrapModel: true,
    wrapTool: true,
    modelId: true,
    subagentModel: true,
  },
  ...{ fallbackModels: true, plugins: true, mcpServers: true, customTools: true, tools: true, toolAliases: true },
  ...{ onlyMount: true, disallowedTools: true, permissions: true, allowBypass: true, sandbox: true, smallModel: true },
  ...{ hooks: true, hookEvents: true, limits: true, concurrency: true, output: true, workspace: true, sessionsDir: true },
  ...{ sessionStore: true, checkpoints: true, rawEvents: true, trace: true, env: true, ask: true, answer: true, elicit: true },
  ...{ claudeVariables: true, expandsMentions: true, usdFor: true, ledger: true, sharedBudgets: true },
  ...{ services: true, observer: true, host: true },
};
const PERMISSIONS: Names<NonNullable<AgentOptions['permissions']>> = {
  mode: true,
  allow: true,
  ask: true,
  deny: true,
  planAsks: true,
};
const OUTPUT: Names<NonNullable<AgentOptions['output']>> = { schema: true, retries: true };
const CHOICE: Names<SessionChoice> = {
  ...{ resume: true, fork: true, resumeAt: true, forkBefore: true, id: true, cwd: true, name: true },
};
const RUN: Names<RunOptions> = { ...CHOICE, signal: true, output: true, answer: true, tools: true };
const OPEN: Names<OpenOptions> = { ...CHOICE, onEvent: true, clearedBy: true, signal: true };
const LIMITS: readonly (keyof LimitsPlan)[] = [...LIMIT_KEYS, 'answers', 'time', 'answerTime'];

/** Options that a configuration writes in another way, or whose fault would show far from here. */
const TEXTS = ['agent', 'instructions', 'modelId', 'subagentModel', 'smallModel', 'workspace', 'sessionsDir'] as const;
const LISTS = ['fallbackModels', 'customTools', 'tools', 'disallowedTools', 'services'] as const;
const FUNCTIONS = ['wrapModel', 'wrapTool', 'sessionStore'] as const;
const MAPS = ['plan', 'plugins', 'mcpServers'] as const;

/**
 * Returns the options of an agent as the rest of the runner reads them. Throws OPTION_UNKNOWN for a name that nothing would read,
 * OPTION_NUMBER, OPTION_SHAPE, and MODEL_INVALID for a model that is neither a name nor a provider. Source: G14.
 */
export function checkedOptions(given: CreateAgentOptions): AgentOptions {
  refuseUnknown(given, { known: OPTIONS, of: 'createAgent' });
  refuseUnknown(given.permissions, { known: PERMISSIONS, of: 'permissions' });
  refuseUnknown(given.limits, { known: LIMITS, of: 'limits' });
  refuseUnknown(given.output, { known: OUTPUT, of: 'output' });
  for (const [name, value] of Object.entries(given.limits ?? {})) refuseNoNumber(`limits.${name}`, value, 0);
  refuseNoNumber('concurrency', given.concurrency, 1);
  refuseOtherShapes(given);
  const { model, apiKey: _, ...options } = given;
  if (model === undefined) return options;
  if (typeof model === 'string') {
    if (options.modelId !== undefined && options.modelId !== model) throw errors.MODEL_TWICE({ model, modelId: options.modelId });
    return { ...options, modelId: model };
  }
  if (!isProvider(model)) throw errors.MODEL_INVALID({ seen: JSON.stringify(model) ?? typeof model });
  return { ...options, model };
}

/** Returns the options of one run. Throws OPTION_UNKNOWN: a misspelt `resume` would begin another session. */
export function checkedRun(options: RunOptions): RunOptions {
  refuseUnknown(options, { known: RUN, of: 'run' });
  return options;
}

/** Returns the options of a conversation. Throws OPTION_UNKNOWN. */
export function checkedOpen(options: OpenOptions): OpenOptions {
  refuseUnknown(options, { known: OPEN, of: 'open' });
  return options;
}

const isPlugin = (one: unknown): boolean => isObject(one) && typeof one.setup === 'function';

const isProvider = (model: unknown): model is ModelProvider =>
  typeof model === 'object' && model !== null && typeof (model as Partial<ModelProvider>).stream === 'function';

/** A limit that is no number, such as that of an absent variable, would limit nothing. */
function refuseNoNumber(name: string, value: unknown, least: number): void {
  if (value === undefined || (typeof value === 'number' && value >= least)) return;
  throw errors.OPTION_NUMBER({
    name,
    seen: typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value),
    least,
  });
}

/** Programs in JavaScript have no compiler that finds a value of another type. */
function refuseOtherShapes(given: CreateAgentOptions): void {
  const refuse = (name: string, value: unknown, { expected, isRight }: { expected: string; isRight: boolean }) => {
    if (value === undefined || isRight) return;
    throw errors.OPTION_SHAPE({ name, seen: shapeOf(value), expected });
  };
  for (const name of TEXTS) refuse(name, given[name], { expected: 'text', isRight: typeof given[name] === 'string' });
  for (const name of LISTS) refuse(name, given[name], { expected: 'a list', isRight: Array.isArray(given[name]) });
  for (const name of FUNCTIONS) refuse(name, given[name], { expected: 'a function', isRight: typeof given[name] === 'function' });
  for (const name of MAPS) refuse(name, given[name], { expected: 'a map', isRight: isObject(given[name]) });
  const expected = 'a plugin, which its package exports as default';
  for (const [mount, one] of Object.entries(given.plugins ?? {}))
    refuse(`plugins.${mount}`, one, { expected, isRight: isObject(one) && isPlugin(one.plugin ?? one) });
}

/** Programs in JavaScript have no compiler that finds a misspelt name. */
function refuseUnknown(
  given: object | undefined,
  { known, of }: { readonly known: Readonly<Record<string, true>> | readonly string[]; readonly of: string },
): void {
  const names = Array.isArray(known) ? known : Object.keys(known);
  const unknown = Object.keys(given ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined) throw errors.OPTION_UNKNOWN({ name: unknown, of, nearest: nearest(unknown, names), known: names });
}
