import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errors } from '../../errors.js';
import type { Frame } from '../../frames/frame.js';
import { informational } from '../../frames/status-frames.js';
import type { Planned } from '../../setup/planned.js';
import { planned } from '../../setup/prepare.js';
import type {
  ControlRequest,
  ReloadOutputStylesResult,
  ReloadPluginsResult,
  ReloadSkillsResult,
  SlashCommand,
} from '../../types/control.js';
import type { Options } from '../../types/options.js';
import type { Controlled } from './controlled.js';
import { serverStatus } from './servers.js';

/** The frame that lists all commands after a change. */
const commandsChanged = (commands: readonly SlashCommand[]): Frame => ({
  type: 'system',
  subtype: 'commands_changed',
  commands,
});

/**
 * Requests that read files from the disk again. Skills, commands, agents and plugin folders in their new state apply from the
 * next turn on, for the model too; new parts need trust as at the start. Hooks, servers, rules and CLAUDE.md are read once.
 */
export const answers = {
  reload_skills: async (_: ControlRequest, engine: Controlled): Promise<ReloadSkillsResult> => {
    await readAgain(engine);
    return { skills: (await engine.initialization()).commands };
  },
  /** Lists the output styles anew, and reloads the parts that other engines reload with them. */
  reload_output_styles: async (_: ControlRequest, engine: Controlled): Promise<ReloadOutputStylesResult> => {
    await readAgain(engine);
    const { available_output_styles } = await engine.initialization();
    return { available_output_styles };
  },
  reload_plugins: (request: ControlRequest, engine: Controlled) => reloadPlugins(request, engine),
} as const;

type Plugins = NonNullable<Options['plugins']>;

interface Since {
  /** Plugins that were added after the query started. */
  plugins: Plugins;
  /** The notices that were already sent. */
  readonly told: Set<string>;
}

const since = new WeakMap<Controlled, Since>();

function sinceStart(engine: Controlled): Since {
  const known = since.get(engine) ?? { plugins: [], told: new Set() };
  since.set(engine, known);
  return known;
}

async function reloadPlugins(request: ControlRequest, engine: Controlled): Promise<ReloadPluginsResult> {
  const { add_plugins = [], hold_on_cache_impact, refuse_if_busy } = request;
  const more = pluginsIn(add_plugins);
  if (refuse_if_busy === true && isBusy(engine)) throw errors.SDK_BUSY({ subtype: 'reload_plugins' });
  const known = sinceStart(engine);
  const all = [...known.plugins, ...more.filter(({ path }) => !known.plugins.some((one) => one.path === path))];
  const { plugins, unreadPlugins } = await readAgain(engine, all);
  known.plugins = all;
  const { commands, agents } = await engine.initialization();
  const { servers } = await engine.conversation();
  return {
    commands,
    agents,
    plugins,
    mcpServers: (servers?.list() ?? []).map(serverStatus),
    error_count: unreadPlugins,
    ...(hold_on_cache_impact === true ? { held: false } : {}),
  };
}

const isBusy = ({ state, queue }: Controlled) => state !== 'idle' || !queue.isEmpty;

function pluginsIn(given: unknown): Plugins {
  const problem = 'add_plugins is not a list of { type: "local", path } with absolute paths';
  if (!Array.isArray(given)) throw errors.SDK_REQUEST_INVALID({ subtype: 'reload_plugins', problem });
  return given.map(({ type, path, skipMcp, skipMcpDiscovery }: Readonly<Record<string, unknown>>) => {
    if (type !== 'local' || typeof path !== 'string' || !isAbsolute(path))
      throw errors.SDK_REQUEST_INVALID({ subtype: 'reload_plugins', problem });
    return { type, path, skipMcp: skipMcp === true || skipMcpDiscovery === true };
  });
}

/**
 * Reads the files again. Throws the error that would prevent a query from starting over these files; the current state then
 * stays.
 */
async function readAgain(engine: Controlled, plugins = sinceStart(engine).plugins) {
  const { options } = engine;
  const [prepared, conversation] = [await engine.prepared(), await engine.conversation()];
  const before = (await engine.initialization()).commands;
  const { told } = sinceStart(engine);
  const fresh = await planned({ ...options, plugins: [...(options.plugins ?? []), ...plugins] });
  takeOver(prepared, fresh);
  conversation.renewListings();
  const { commands } = await engine.initialization();
  if (!isDeepStrictEqual(commands, before)) prepared.send(commandsChanged(commands));
  for (const notice of fresh.notices) {
    if (!prepared.notices.includes(notice) && !told.has(notice)) prepared.send(informational(notice, 'warning'));
    told.add(notice);
  }
  return fresh;
}

/**
 * Replaces the skills, agents and plugins of a query with the reloaded ones. The plan belongs to this query, and its users read
 * it when they need it. The main agent stays unchanged, and so does every part that acts by itself.
 */
function takeOver(live: Planned, fresh: Planned): void {
  const main = live.plan.agents[live.main];
  refill(live.plan.skills ?? {}, fresh.plan.skills ?? {});
  refill(live.plan.agents, { ...fresh.plan.agents, ...(main === undefined ? {} : { [live.main]: main }) });
  Object.assign(live.plan.models, { ...fresh.plan.models, ...live.plan.models });
  (live.plugins as unknown[]).splice(0, Number.POSITIVE_INFINITY, ...fresh.plugins);
}

function refill<T>(record: Readonly<Record<string, T>>, fresh: Readonly<Record<string, T>>): void {
  const own = record as Record<string, T>;
  for (const key of Object.keys(own)) delete own[key];
  Object.assign(own, fresh);
}
