import { HOOK_EVENTS, isLoadoutError, type JsonSchema, nearest } from '@loadout/core';
import { isHookEvent, parsePermissionRule } from '@loadout/core/run';
import { hookEntries } from '../compile/compile-agent.js';
import { toolOf } from '../compile/rule.js';
import { dotted } from '../document/node.js';
import { errors } from '../errors.js';
import { type CheckContext, packageFor, tell, warn } from './check-context.js';
import { checkOptions } from './check-options.js';
import { adviceFor } from './check-tools.js';
import { isOffered, type Mount, type OfferedTools } from './offered-tools.js';

const HOOKS = '@loadout/hooks';

/** Checks every hook entry against the plugin that provides its type. `@loadout/hooks` needs no mount. */
export function checkHooks(context: CheckContext, mounts: readonly Mount[], offered: OfferedTools): void {
  const { hooks, agents = {}, skills = {} } = context.document;
  const entries = [
    ...hookEntries(hooks, ['hooks']),
    ...Object.entries(agents).flatMap(([name, agent]) => hookEntries(agent.hooks, ['agents', name, 'hooks'])),
    ...Object.entries(skills).flatMap(([name, skill]) => hookEntries(skill?.hooks, ['skills', name, 'hooks'])),
  ];
  if (entries.length === 0) return;
  const types = knownTypes(context, mounts);
  for (const entry of entries) {
    checkEntry(entry, types, context);
    checkCondition(entry, context);
    checkNames(entry, context, offered);
  }
}

type FoundEntry = ReturnType<typeof hookEntries>[number];

interface Types {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** Whether there may be undeclared types, because a plugin without a manifest is mounted. */
  readonly mayBeMore: boolean;
  readonly hasHooks: boolean;
}

function knownTypes(context: CheckContext, mounts: readonly Mount[]): Types {
  const hooks = packageFor(HOOKS, context);
  const known = [...(hooks === undefined ? [] : [hooks]), ...mounts].map(({ manifest }) => manifest);
  const schemas = new Map(known.flatMap((manifest) => Object.entries(manifest?.hookTypes ?? {})));
  return { schemas, mayBeMore: known.includes(undefined), hasHooks: hooks !== undefined };
}

/** Warns about a `matcher` or an `if` that names no tool, but nearly does: its hook would never run. */
function checkNames({ path, event, matcher = '', entry }: FoundEntry, context: CheckContext, offered: OfferedTools): void {
  if (!isHookEvent(event) || HOOK_EVENTS[event].isCall === undefined) return;
  const group = path.slice(0, -2);
  const named = [
    { at: [...group, 'matcher'], names: /^[\w|, -]+$/.test(matcher) && path.at(-1) === 0 ? matcher.split(/[|,]/) : [] },
    { at: [...path, 'if'], names: typeof entry.if === 'string' ? [toolOf(entry.if)] : [] },
  ];
  for (const { at, names } of named) {
    const tools = names.map((name) => name.trim());
    const near = tools.some((name) => isOffered(name, offered)) ? undefined : adviceFor(tools[0] ?? '', offered).nearest;
    const problem = `names no tool; did you mean "${near}"`;
    const fix = `Write ${near}.`;
    if (near !== undefined) warn(errors.CONFIG_HOOK_INVALID({ path: dotted(at), problem, fix, type: entry.type }), at, context);
  }
}

/** Reports an `if` that cannot be parsed. The hook of such an `if` runs for every call (HOOK-14). */
function checkCondition({ path, event, entry }: FoundEntry, context: CheckContext): void {
  const at = [...path, 'if'];
  const problem = typeof entry.if === 'string' ? conditionProblem(entry.if, event) : undefined;
  if (problem === undefined) return;
  const fix = 'Write a rule such as Bash(git *), in a hook of an event about a tool call.';
  tell(errors.CONFIG_HOOK_INVALID({ path: dotted(at), problem, fix, type: entry.type }), at, context);
}

/**
 * Returns the problem of a condition. Contract: the text continues a sentence that begins with "it" or with the name of the key.
 */
export function conditionProblem(rule: string, event: string): string | undefined {
  if (isHookEvent(event) && HOOK_EVENTS[event].isCall === undefined)
    return `cannot be evaluated: ${event} is not about a tool call`;
  try {
    parsePermissionRule(rule, { behavior: 'ask', layer: 'agent' });
    return undefined;
  } catch (error) {
    return `is not a permission rule: ${isLoadoutError(error) ? error.message.replace(/\.$/, '') : String(error)}`;
  }
}

function checkEntry({ path, entry }: FoundEntry, types: Types, context: CheckContext): void {
  const { type, ...rest } = entry;
  const schema = types.schemas.get(type);
  if (schema !== undefined) {
    checkOptions({ schema, value: rest, base: path }, context, (p) => errors.CONFIG_HOOK_INVALID({ ...p, type }));
    return;
  }
  if (types.mayBeMore) return;
  const known = [...types.schemas.keys()].sort();
  const fix = types.hasHooks ? undefined : `npm install ${HOOKS}`;
  const problem = errors.CONFIG_HOOK_TYPE({ name: type, known, nearest: nearest(type, known), fix });
  tell(problem, [...path, 'type'], context);
}
