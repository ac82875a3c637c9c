import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type BudgetKeeper, type Budgets, boundMode } from '@loadout/core/run';
import { ledgerDir } from '@loadout/node';
import { FileStore, sessionFolder } from '@loadout/sessions';
import { loadObserver } from '../observe/observed.js';
import { installedPackage, neededPackage } from '../plugins/resolve-plugin.js';
import { errors } from '../report/errors.js';
import { loadCheckpoints } from '../run/checkpoints.js';
import { knownSecrets } from '../secrets/redact.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { outputOf } from '../tools/structured-output.js';
import { rulesInCode, type SpecParts } from './agent-options.js';
import { pluginRequests } from './plugin-requests.js';
import { prepareHooks } from './prepare-hooks.js';
import { mainModel, prepareModels } from './prepare-models.js';
import { prepareTools } from './prepare-tools.js';

/** Loads the plugins and prepares the part of the specification that all runs of the agent share. */
export async function prepareSpec(parts: SpecParts): Promise<AgentSpec> {
  const given = parts.options.env ?? process.env;
  // Without HOME a shell takes the folder of the user. So `~` is one folder for rules, tools, prompts and commands.
  const env = given.HOME ? given : { ...given, HOME: homeOfUser() };
  const opening = [mainModel(parts), prepareBudgets(parts, given), parts.loader.mountAll(pluginRequests(parts))] as const;
  // A part that is still being opened when another one fails would never be closed.
  const [, budgets] = await Promise.allSettled(opening);
  try {
    const [model, keeper] = await Promise.all(opening);
    return await specOf(parts, { model, budgets: keeper, env });
  } catch (error) {
    if (budgets.status === 'fulfilled') budgets.value?.close();
    throw error;
  }
}

async function specOf(
  parts: SpecParts,
  { model, budgets, env }: Pick<AgentSpec, 'model' | 'budgets' | 'env'>,
): Promise<AgentSpec> {
  const { options, plan, agent, loader } = parts;
  const roots = rootsOf(parts);
  const sessions = sessionsOf(parts, { workspace: roots[0], env });
  const limits = { ...agent.limits, ...options.limits };
  return {
    ...permissionsOf(parts),
    ...(await prepareModels(parts, { model, limits })),
    ...prepareTools(parts),
    ...(await prepareHooks(parts, env)),
    plan,
    agent: {
      ...agent,
      instructions: options.instructions ?? agent.instructions,
      concurrency: options.concurrency ?? agent.concurrency,
    },
    expandsMentions: options.expandsMentions === true,
    claudeVariables: options.claudeVariables === true,
    depth: 0,
    name: agent.name,
    hookEvents: options.hookEvents ?? false,
    fallbackModels: options.fallbackModels ?? [],
    subagentModel: options.subagentModel,
    toolAliases: options.toolAliases ?? {},
    roots,
    limits,
    usdFor: options.usdFor ?? 'session',
    budgets,
    output: outputOf(options.output ?? agent.output),
    // The last offer of a service counts.
    services: [...loader.mounted.flatMap((mounted) => mounted.parts.services ?? []), ...(options.services ?? [])],
    ask: options.ask,
    answer: options.answer,
    elicit: options.elicit,
    secrets: secretsFor(parts),
    sessions,
    checkpoints: sessions.checkpoints === true ? await loadCheckpoints('sessions.checkpoints') : undefined,
    rawEvents: options.rawEvents ?? false,
    ...(await observation(parts, env)),
    env,
  };
}

/** Returns the workspace and the further working directories that exist, with their links resolved. Throws DIRECTORY_MISSING. */
function rootsOf({ options, plan }: SpecParts): AgentSpec['roots'] {
  const workspace = options.workspace ?? plan.workspace;
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true) throw errors.DIRECTORY_MISSING({ path: workspace });
  const further = plan.permissions.additionalDirectories.filter((dir) => existsSync(dir));
  return [realpathSync.native(workspace), ...further.map((root) => realpathSync.native(root))];
}

function homeOfUser(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A container may run as a user without an entry.
    return homedir();
  }
}

const secretsFor = ({ options, plan, loader }: SpecParts) =>
  knownSecrets(plan.secrets, { given: options.model, loaded: loader.loadedProviders, options: loader.secretOptions });

function sessionsOf(
  { options, plan }: SpecParts,
  { workspace, env }: { readonly workspace: string; readonly env: AgentSpec['env'] },
): AgentSpec['sessions'] {
  const dir = options.sessionsDir ?? plan.sessions.dir;
  const store = options.sessionStore?.(workspace) ?? new FileStore(sessionFolder({ workspace, dir, env }));
  return { ...plan.sessions, dir, store, checkpoints: options.checkpoints ?? plan.sessions.checkpoints };
}

async function observation(
  { options, plan }: SpecParts,
  env: AgentSpec['env'],
): Promise<Pick<AgentSpec, 'trace' | 'host' | 'observer'>> {
  const wished = options.trace ?? plan.telemetry?.trace;
  return {
    trace: typeof wished === 'string' ? resolve(wished) : wished === true ? true : undefined,
    host: options.host,
    observer: options.observer ?? (await loadObserver(plan, env)),
  };
}

/** The mode of an agent is lowered to the widest mode of the settings. A mode chosen for a run is refused when the run starts. */
function permissionsOf({ options, plan, agent }: SpecParts): Pick<AgentSpec, 'permissions' | 'modeBounds' | 'sandbox'> {
  const widest = plan.permissions.widestMode;
  const written = agent.permissions.mode ?? plan.permissions.mode;
  const mode = options.permissions?.mode ?? (widest === undefined ? written : boundMode(written, widest));
  return {
    permissions: {
      mode,
      ...(options.permissions?.planAsks === true ? { planAsks: true } : {}),
      rules: [...plan.permissions.rules, ...agent.permissions.rules, ...rulesInCode(options)],
      ...(plan.waiting === undefined ? {} : { waiting: plan.waiting.rules[agent.name] }),
    },
    modeBounds: {
      widest,
      allowBypass: options.allowBypass === true || mode === 'bypassPermissions',
      isChosen: options.permissions?.mode !== undefined,
    },
    sandbox: options.sandbox ?? agent.sandbox,
  };
}

const USE = '@loadout/budgets';

/**
 * Opens the ledger and the budgets over time. Their package is needed where a budget binds the agent or its caller names a ledger.
 * Without either, requests are written down if the package is installed, and if the environment names a place for state. Throws
 * PACKAGE_NOT_INSTALLED.
 */
async function prepareBudgets({ options, plan }: SpecParts, env: NodeJS.ProcessEnv): Promise<BudgetKeeper | undefined> {
  const { budgets = [] } = plan;
  const ledger = options.ledger === false ? undefined : (options.ledger ?? ledgerDir(env));
  if (ledger === undefined && budgets.length === 0) return undefined;
  const [first] = budgets;
  const needs = first === undefined ? 'The option ledger' : `The budget "${first.name}"`;
  const isNeeded = first !== undefined || typeof options.ledger === 'string';
  const loaded = isNeeded
    ? await neededPackage<Budgets>(USE, { needs, position: first?.position })
    : await installedPackage<Budgets>(USE);
  const config = plan.configFile ?? plan.configDir;
  return loaded?.openBudgets({ ledger, config, budgets, shared: options.sharedBudgets, env });
}
