import type { PermissionMode } from '@loadout/core';
import type { ModelPlan } from '@loadout/core/model';
import { boundMode, type Plan, type PluginPlan, type ProviderPlan, type SkillPlan } from '@loadout/core/run';
import { folderOf } from '../document/folder-of.js';
import type { Path } from '../document/node.js';
import { isLocal, splitUse } from '../packages/find-package.js';
import { planKeys, sessionKeys } from '../schema/config-schema.js';
import { seconds } from '../schema/duration.js';
import { compileAgent, compileHooks, compileInstructionFiles, sharedInstructions } from './compile-agent.js';
import { asWritten, type CompileInput, given, pathFrom, positionOf } from './compile-context.js';
import { compileModels } from './compile-models.js';
import { compilePermissions } from './compile-permissions.js';
import { compileTools } from './compile-tools.js';
import { compileHookUrls } from './hook-urls.js';
import { withImplicit } from './providers.js';
import { takenAliases } from './taken-aliases.js';

/** Compiles the plan of a configuration without errors. Pure. `toolNames` returns a tool's name in its correct spelling. */
export function compile(input: CompileInput & { toolNames: (name: string) => string }): Plan {
  const { document, flat } = input;
  const agents = Object.entries(document.agents ?? {}).map(([name, agent]) => [name, compileAgent(name, agent, input)] as const);
  const aliases = compileModels(input);
  const small = document.smallModel;
  const shared = sharedInstructions(input);
  const direct = [...agents.flatMap(([, agent]) => agent.models), ...(small === undefined ? [] : [small])].filter(
    (name) => !Object.hasOwn(aliases, name),
  );
  return given({
    ...asWritten(planKeys, document),
    configFile: input.configFile,
    configDir: folderOf(input.configFile),
    workspace: input.workspace,
    plugins: [...compilePlugins(input), ...compileTools(input)],
    providers: compileProviders(input),
    models: { ...aliases, ...Object.fromEntries(direct.map((name) => [name, directModel(name)])) },
    mcpServers: compileServers(input),
    permissions: given({ ...compilePermissions(input), widestMode: widestMode(input) }),
    hooks: compileHooks(document.hooks, { flat, base: ['hooks'] }),
    ...compileHookUrls(input),
    agents: Object.fromEntries(agents),
    sharedInstructions: shared === '' ? undefined : shared,
    ...compileInstructionFiles(input),
    skills: compileSkills(input),
    secrets: input.secrets,
    sessions: compileSessions(input),
    budgets: compileBudgets(input),
    telemetry: compileTelemetry(input),
  });
}

function compileTelemetry(input: CompileInput): Plan['telemetry'] {
  const { telemetry } = input.document;
  const trace = telemetry?.trace;
  const path = ['telemetry', 'trace'];
  const made = given({ trace: typeof trace === 'string' ? pathFrom(trace, { ...input, path }) : trace, otel: telemetry?.otel });
  return Object.keys(made).length === 0 ? undefined : made;
}

function compileSessions(input: CompileInput): Plan['sessions'] {
  const { sessions } = input.document;
  const { dir, retention } = sessions ?? {};
  const folder = dir === undefined ? undefined : pathFrom(dir, { ...input, path: ['sessions', 'dir'] });
  return given({ ...asWritten(sessionKeys, sessions), dir: folder, retention: seconds(retention) });
}

function compileServers({ document, flat }: CompileInput): Plan['mcpServers'] {
  const servers = Object.entries(document.mcpServers ?? {}).map(
    ([key, options]) => [key, { options, position: positionOf(flat, ['mcpServers', key]) }] as const,
  );
  return servers.length === 0 ? undefined : Object.fromEntries(servers);
}

function compilePlugins(input: CompileInput): readonly PluginPlan[] {
  return Object.entries(input.document.plugins ?? {}).map(([mount, entry]) => {
    const details = typeof entry === 'string' ? { use: entry } : entry;
    return {
      mount,
      use: useOf(details.use, ['plugins', mount], input),
      options: details.options ?? {},
      optional: details.optional ?? false,
      overrides: details.overrides ?? {},
      position: positionOf(input.flat, ['plugins', mount]),
    };
  });
}

function compileProviders(input: CompileInput): Readonly<Record<string, ProviderPlan>> {
  const { document, withheldProviders } = input;
  const known = Object.entries(withImplicit(document)).filter(([name]) => withheldProviders?.has(name) !== true);
  const providers = known.map(([name, entry]) => {
    const details = typeof entry === 'string' ? { use: entry } : entry;
    const isWritten = Object.hasOwn(document.providers ?? {}, name);
    const position = isWritten ? positionOf(input.flat, ['providers', name]) : undefined;
    return [name, { use: useOf(details.use, ['providers', name], input), options: details.options ?? {}, position }];
  });
  return Object.fromEntries(providers);
}

/**
 * A package without its version range, or a path. A path is made absolute where the plan's own folder would change its meaning.
 */
function useOf(use: string, path: Path, input: CompileInput): string {
  if (!isLocal(use)) return splitUse(use).name;
  const absolute = pathFrom(use, { ...input, path });
  const fromPlan = pathFrom(use, {
    ...input,
    flat: { ...input.flat, places: new Map() },
    path: [],
    cwd: folderOf(input.configFile),
  });
  return absolute === fromPlan ? use : absolute;
}

/** Compiles a name such as `anthropic/claude-x`, which is a provider and its model without an alias. */
function directModel(name: string): ModelPlan {
  const slash = name.indexOf('/');
  return { provider: name.slice(0, slash), id: name.slice(slash + 1) };
}

/** The narrowest mode of the settings, which no agent and no flag may exceed. */
function widestMode({ settings }: CompileInput): PermissionMode | undefined {
  const [first, ...others] = settings.flatMap((one) => one.document.permissions?.mode ?? []);
  return first && others.reduce(boundMode, first);
}

/** Compiles all skills, by name. */
function compileSkills({ document, flat }: CompileInput): Plan['skills'] {
  const taken = takenAliases(document.skills ?? {});
  const made = Object.entries(document.skills ?? {}).flatMap(([name, skill]): [string, SkillPlan][] => {
    if (skill === null) return [];
    const { hooks, aliases = [], allowedTools = [], disallowedTools = [], ...same } = skill;
    const kept = aliases.filter((alias) => !taken.some((one) => one.skill === name && one.alias === alias));
    const plan: SkillPlan = {
      name,
      ...same,
      aliases: kept,
      allowedTools,
      disallowedTools,
      hooks: compileHooks(hooks, { flat, base: ['skills', name, 'hooks'] }),
      position: positionOf(flat, ['skills', name]),
    };
    return [[name, plan]];
  });
  return made.length === 0 ? undefined : Object.fromEntries(made);
}

/** Compiles the budgets of all layers. Each layer adds its own, so that no file widens a budget of the settings. */
function compileBudgets({ document, flat, settings }: CompileInput): Plan['budgets'] {
  const layers = [...settings.map((one) => ({ ...one, everywhere: true as const })), { document, flat, everywhere: undefined }];
  const budgets = layers.flatMap((layer) =>
    Object.entries(layer.document.budgets ?? {}).map(([name, { usd, per, agent, user }]) =>
      given({ name, usd, per, agent, user, everywhere: layer.everywhere, position: positionOf(layer.flat, ['budgets', name]) }),
    ),
  );
  return budgets.length === 0 ? undefined : budgets;
}
