import type { HookSet } from '@loadout/core';
import type { HookPlan } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { Mounted } from './load-plugin.js';

export interface OwnedHooks {
  readonly hooks: HookSet;
  /** The owner's name, for messages. */
  readonly owner: string;
}

/** Makes the hooks of a configuration with the handler types of the plugins. Throws HOOK_TYPE_UNKNOWN. */
export async function plannedHooks(
  mounts: readonly Mounted[],
  plans: readonly HookPlan[],
  context: {
    readonly configDir: string;
    readonly env: Readonly<Record<string, string>>;
    readonly readEnv: (name: string) => string | undefined;
  },
): Promise<readonly OwnedHooks[]> {
  const types = Object.assign({}, ...mounts.map((mounted) => mounted.parts.hookTypes ?? {})) as NonNullable<
    Mounted['parts']['hookTypes']
  >;
  const sets: OwnedHooks[] = [];
  for (const { event, entry, matcher, messageTo, cwd, position } of plans) {
    const make = types[entry.type];
    if (make === undefined) throw errors.HOOK_TYPE_UNKNOWN({ type: entry.type, available: Object.keys(types) }, { position });
    const hook = await make(entry, { event, ...context, cwd, position });
    sets.push({ hooks: { [event]: [withFields(hook, { matcher, messageTo, position })] } as HookSet, owner: hook.name });
  }
  return sets;
}

export const pluginHooks = (mounts: readonly Mounted[]): readonly OwnedHooks[] =>
  mounts.flatMap(({ mount, parts }) => (parts.hooks === undefined ? [] : [{ hooks: parts.hooks, owner: `the plugin ${mount}` }]));

/** Extends the hook object without copying it, because its fields may carry state. */
function withFields<H extends object>(hook: H, fields: Pick<HookPlan, 'matcher' | 'messageTo' | 'position'>): H {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const own = given.map(([name, value]) => [name, { value, enumerable: true }]);
  return given.length === 0 ? hook : (Object.create(hook, Object.fromEntries(own)) as H);
}
