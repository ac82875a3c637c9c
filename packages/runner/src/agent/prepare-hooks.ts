import type { HookSet } from '@loadout/core';
import { type HookPlan, registerHooks } from '@loadout/core/run';
import type { Mounted } from '../plugins/load-plugin.js';
import { errors } from '../report/errors.js';
import { childEnvironment } from '../secrets/child-environment.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { SpecParts } from './agent-options.js';

/**
 * Registers hooks in this order: the configuration's hooks as in the file, hooks in code, then the hooks of plugins in mount
 * order.
 */
export async function prepareHooks(
  { options, plan, agent, loader }: SpecParts,
  env: AgentSpec['env'],
): Promise<Pick<AgentSpec, 'hooks' | 'withHooks' | 'makeHooks'>> {
  const make = (plans: readonly HookPlan[]) =>
    plannedHooks(loader.mounted, plans, {
      configDir: plan.configDir,
      // The hook itself adds the session, which its input names.
      env: { ...childEnvironment(env, plan.workspace), ...(options.claudeVariables === true ? { CLAUDECODE: '1' } : {}) },
      readEnv: (name) => env[name],
    });
  const sets: readonly OwnedHooks[] = [
    ...(await make([...plan.hooks, ...agent.hooks])),
    ...(options.hooks === undefined ? [] : [{ hooks: options.hooks, owner: 'hooks given in code' }]),
    ...pluginHooks(loader.mounted),
  ];
  return {
    hooks: registerHooks(sets),
    // Keeps the hook objects, so that their state, such as a count of calls, is not reset.
    withHooks: async (plans) => (plans.length === 0 ? registerHooks(sets) : registerHooks([...sets, ...(await make(plans))])),
    makeHooks: async (plans) => registerHooks(await make(plans)),
  };
}

interface OwnedHooks {
  readonly hooks: HookSet;
  /** The owner's name, for messages. */
  readonly owner: string;
}

/** Makes the hooks of a configuration with the handler types of the plugins. Throws HOOK_TYPE_UNKNOWN. */
async function plannedHooks(
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

const pluginHooks = (mounts: readonly Mounted[]): readonly OwnedHooks[] =>
  mounts.flatMap(({ mount, parts }) => (parts.hooks === undefined ? [] : [{ hooks: parts.hooks, owner: `the plugin ${mount}` }]));

/** Extends the hook object without copying it, because its fields may carry state. */
function withFields<H extends object>(hook: H, fields: Pick<HookPlan, 'matcher' | 'messageTo' | 'position'>): H {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const own = given.map(([name, value]) => [name, { value, enumerable: true }]);
  return given.length === 0 ? hook : (Object.create(hook, Object.fromEntries(own)) as H);
}
