import { HOOK_EVENTS, isLoadoutError, type JsonSchema, nearest } from '@loadout/core';
import { isHookEvent, parsePermissionRule } from '@loadout/core/run';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { findPackage, readManifest } from '../packages/find-package.js';
import { searchOrder } from '../packages/search-order.js';
import type { HooksDocument } from '../schema/config-schema.js';
import type { CheckContext, Mount } from './check-context.js';
import { checkOptions } from './check-options.js';

const HOOKS = '@loadout/hooks';

/** Checks every hook entry against the plugin that provides its type. `@loadout/hooks` needs no mount. */
export function checkHooks(context: CheckContext, mounts: readonly Mount[]): void {
  const hooks: [Path, HooksDocument | undefined][] = [
    [['hooks'], context.document.hooks],
    ...Object.entries(context.document.agents ?? {}).map(([name, agent]): [Path, typeof agent.hooks] => [
      ['agents', name, 'hooks'],
      agent.hooks,
    ]),
    ...Object.entries(context.document.skills ?? {}).map(([name, skill]): [Path, HooksDocument | undefined] => [
      ['skills', name, 'hooks'],
      skill?.hooks,
    ]),
  ];
  const entries = hooks.flatMap(([path, set]) => entriesOf(path, set));
  if (entries.length === 0) return;
  const types = knownTypes(context, mounts);
  for (const entry of entries) {
    checkEntry(entry, types, context);
    checkCondition(entry, context);
  }
}

interface FoundEntry {
  readonly event: string;
  readonly path: Path;
  readonly entry: Readonly<Record<string, unknown>> & { readonly type: string };
}

function entriesOf(base: Path, set: HooksDocument | undefined): readonly FoundEntry[] {
  return Object.entries(set ?? {}).flatMap(([event, groups]) =>
    (groups ?? []).flatMap((group, index) =>
      group.hooks.map((entry, at) => ({ path: [...base, event, index, 'hooks', at], event, entry })),
    ),
  );
}

interface Types {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** Whether there may be undeclared types, because a plugin without a manifest is mounted. */
  readonly mayBeMore: boolean;
  readonly hasHooks: boolean;
}

function knownTypes(context: CheckContext, mounts: readonly Mount[]): Types {
  const folders = searchOrder(HOOKS, { project: [context.configDir], own: context.packageRoots });
  const isInstalled = folders.some((folder) => findPackage(HOOKS, folder) !== undefined);
  const hooks = folders.map((folder) => readManifest(HOOKS, folder)).find((found) => found !== undefined);
  const manifests = [hooks?.manifest, ...mounts.map((mount) => mount.manifest)];
  const schemas = new Map(manifests.flatMap((manifest) => Object.entries(manifest?.hookTypes ?? {})));
  const mayBeMore = mounts.some((mount) => mount.manifest === undefined) || (isInstalled && hooks === undefined);
  return { schemas, mayBeMore, hasHooks: isInstalled };
}

/** Reports an `if` that cannot be parsed. The hook of such an `if` runs for every call (HOOK-14). */
function checkCondition({ path, event, entry }: FoundEntry, context: CheckContext): void {
  const at = [...path, 'if'];
  if (typeof entry.if !== 'string' || context.failed.has(dotted(at))) return;
  const problem = conditionProblem(entry.if, event);
  if (problem === undefined) return;
  const fix = 'Write a rule such as Bash(git *), in a hook of an event about a tool call.';
  const error = errors.CONFIG_HOOK_INVALID({ path: dotted(at), problem, fix, type: entry.type });
  context.report.error(error, { path: at, place: placeOf(context.flat, at) });
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
  const at = [...path, 'type'];
  if (types.mayBeMore || context.failed.has(dotted(at))) return;
  const known = [...types.schemas.keys()].sort();
  const fix = types.hasHooks ? undefined : `npm install ${HOOKS}`;
  const problem = errors.CONFIG_HOOK_TYPE({ name: type, known, nearest: nearest(type, known), fix });
  context.report.error(problem, { path: at, place: placeOf(context.flat, at) });
}
