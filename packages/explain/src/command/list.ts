import { oneLine, placeText, table, trustSources, workingFolder } from '@loadout/command';
import { knownServers, poolWithServers, withAgent } from '@loadout/command/runs';
import { judgeConfig, readManifest, type TrustPart } from '@loadout/config';
import { isObject, nearest, type Position } from '@loadout/core';
import {
  type CommandFlags,
  type CommandHost,
  type CommandPlan,
  configFlags,
  defineCommand,
  jsonFlag,
} from '@loadout/core/commands';
import type { HookPlan, Plan, PoolTool } from '@loadout/core/run';
import { trustFile } from '@loadout/node';
import { errors } from '../errors.js';

const definition = {
  name: 'list',
  group: 'look',
  summary: 'List what a configuration declares, with file and line.',
  positionals: [{ name: 'agents|tools|hooks|mcp|plugins|skills', help: 'What to list.' }],
  flags: [...configFlags, jsonFlag],
  details: ['Nothing is started. Listing tools loads the plugins.'],
  examples: ['agents'],
} as const;

export default defineCommand(definition, async ({ positionals: [what = ''], flags }, host) => {
  const kinds = Object.keys(LISTINGS);
  if (!isKind(what)) throw errors.LIST_KIND({ value: what, nearest: nearest(what, kinds), choices: kinds });
  const loaded = await host.load(flags, { loadsNothing: what !== 'tools' });
  const waiting = Object.hasOwn(WAITING, what) ? await partsOff(flags, host) : [];
  const listed = [...(await LISTINGS[what](loaded, host)), ...waiting.flatMap(WAITING[what] ?? (() => []))];
  const placeOf = ({ position }: Listed) => (position === undefined ? undefined : placeText(position, host.cwd));
  if (flags.json) host.json({ [what]: listed.map((one) => ({ name: one.name, ...one.fields, at: placeOf(one) })) });
  else if (listed.length === 0) host.out(`The configuration declares no ${what === 'mcp' ? 'MCP servers' : what}.\n`);
  else
    host.out(table(listed.map((one) => [oneLine(one.name), ...one.cells.map((cell) => oneLine(cell, 60)), placeOf(one) ?? ''])));
  return 0;
});

const isKind = (what: string): what is keyof typeof LISTINGS => Object.hasOwn(LISTINGS, what);

type Loaded = Pick<CommandPlan, 'plan' | 'disabled'>;

/** One declared thing, as a row of a table and as an object for programs. */
interface Listed {
  readonly name: string;
  /** The columns for people, besides the name. */
  readonly cells: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** The place of the declaration. Absent for a part that comes with Loadout. */
  readonly position?: Position | undefined;
}

/** The listings of `loadout list`. */
const LISTINGS = { agents, tools: listedTools, hooks, mcp, plugins, skills } satisfies Record<
  string,
  (loaded: Loaded, host: CommandHost) => readonly Listed[] | Promise<readonly Listed[]>
>;

/** The parts that are off until somebody trusts the configuration, which declares them all the same. */
async function partsOff(flags: CommandFlags<typeof definition>, { cwd, env }: CommandHost): Promise<readonly TrustPart[]> {
  const folder = workingFolder(cwd, { flag: '--cwd', dir: flags.cwd });
  const trust = trustSources(flags.trust, { env, file: trustFile(env) });
  const verdict = await judgeConfig({ cwd: folder, file: flags.config, env, trust });
  return verdict.trusted ? [] : verdict.parts;
}

const NEEDS_TRUST = 'needs trust';

const WAITING: Readonly<Record<string, (part: TrustPart) => readonly Listed[]>> = {
  hooks: waitingHook,
  mcp: waitingServer,
  plugins: waitingPlugin,
};

/** A hook at `hooks.Stop[0].hooks[0]`, or at the same place of an agent. */
function waitingHook({ keys, value, position }: TrustPart): readonly Listed[] {
  const [section, agent] = keys;
  const [place, of] = section === 'agents' ? [keys.slice(2), String(agent)] : [keys, 'all agents'];
  if (place[0] !== 'hooks' || place.length !== 5 || !isObject(value)) return [];
  const { name, cells, fields } = hookOf({ event: String(place[1]), entry: value } as HookPlan, of);
  const [, type, does = ''] = cells;
  return [{ name, cells: [of, `${type}, ${NEEDS_TRUST}`, does], fields: { ...fields, trusted: false }, position }];
}

function waitingServer({ keys: [section, key, ...rest], value, position }: TrustPart): readonly Listed[] {
  if (section !== 'mcpServers' || rest.length > 0 || !isObject(value)) return [];
  const at = runsOf(value);
  return [{ name: String(key), cells: [NEEDS_TRUST, at], fields: { runs: at, trusted: false }, position }];
}

/** The entry of a plugin, whose parts wait with it. */
function waitingPlugin({ keys: [section, mount, ...rest], value, position }: TrustPart): readonly Listed[] {
  if (section !== 'plugins' || mount === undefined || rest.length > 0) return [];
  const use = String(isObject(value) ? (value.use ?? value.claude) : value);
  return [{ name: String(mount), cells: [NEEDS_TRUST, use], fields: { use, trusted: false }, position }];
}

function agents({ plan }: Loaded): readonly Listed[] {
  return Object.values(plan.agents).map(({ name, description = '', models, tools, subagents, position }) => ({
    name,
    cells: [models.join(', ') || 'default model', tools.join(', ') || 'no tools', description],
    fields: { description, models, tools, ...(subagents === undefined ? {} : { subagents: Object.keys(subagents) }) },
    position,
  }));
}

function hooks({ plan }: Loaded): readonly Listed[] {
  const own = plan.hooks.map((hook) => hookOf(hook, 'all agents'));
  return [...own, ...Object.values(plan.agents).flatMap(({ name, hooks: theirs }) => theirs.map((hook) => hookOf(hook, name)))];
}

function hookOf({ event, matcher, entry, position }: HookPlan, of: string): Listed {
  const { type, command, url, prompt, use, module: path, server, tool } = entry;
  const does = [command, url, use, path, server, tool, prompt].filter((one) => typeof one === 'string').join(' ');
  return {
    name: matcher === undefined ? event : `${event}(${matcher})`,
    cells: [of, type, does],
    fields: { event, matcher, of, ...entry },
    position,
  };
}

function mcp({ plan }: Loaded): readonly Listed[] {
  return Object.entries(plan.mcpServers ?? {}).map(([key, { options, approved, position }]) => {
    const { start, disabled } = options;
    const at = runsOf(options);
    const when = disabled === true ? 'disabled' : typeof start === 'string' ? start : 'eager';
    const locked = approved === undefined ? undefined : Object.keys(approved).length;
    return { name: key, cells: [when, at], fields: { start: when, runs: at, locked }, position };
  });
}

const runsOf = ({ command, args, url }: Readonly<Record<string, unknown>>): string =>
  typeof url === 'string' ? url : [command, ...(Array.isArray(args) ? args : [])].join(' ');

function plugins({ plan }: Loaded): readonly Listed[] {
  const named = plan.plugins.map(({ mount, use, optional, position }) => ({ mount, use, optional, position }));
  const models = Object.entries(plan.providers).map(([mount, { use, position }]) => ({ mount, use, optional: false, position }));
  return [...named, ...models].map(({ mount, use, optional, position }) => {
    const version = readManifest(use, plan.configDir)?.version;
    const kind = models.some((one) => one.mount === mount) ? 'provider' : 'plugin';
    return { name: mount, cells: [kind, use, version ?? ''], fields: { kind, use, version, optional }, position };
  });
}

function skills({ plan }: Loaded): readonly Listed[] {
  return Object.values(plan.skills ?? {}).map(({ name, description, modelInvocable, userInvocable, file, position }) => {
    const by = [...(modelInvocable ? ['model'] : []), ...(userInvocable ? [`/${name}`] : [])];
    return {
      name,
      cells: [by.join(', '), description],
      fields: { description, modelInvocable, userInvocable, file },
      position: position ?? { file, line: 1, column: 1 },
    };
  });
}

/** The tools of all agents and of pinned servers, each with the agents that see it. Loads the plugins and starts no server. */
async function listedTools({ plan, disabled }: Loaded, { env }: CommandHost): Promise<readonly Listed[]> {
  const found = new Map<string, { readonly readOnly: boolean; readonly from: string; readonly agents: string[] }>();
  const add = (agent: string, { name, annotations, origin }: PoolTool) => {
    const tool = found.get(name) ?? { readOnly: annotations.readOnlyHint, from: origin.from, agents: [] };
    tool.agents.push(agent);
    found.set(name, tool);
  };
  for (const agent of Object.keys(plan.agents)) {
    const servers = await knownServers(plan, { agent, env, off: disabled('mcpServers') });
    await withAgent(plan, {
      agent,
      env,
      use: (ready) => {
        for (const tool of poolWithServers(ready, servers).tools) add(agent, tool);
      },
    });
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { readOnly, from, agents }]) => ({
      name,
      cells: [readOnly ? 'read-only' : 'may change', agents.join(', '), from],
      fields: { readOnly, from, agents },
      position: positionOf(from, plan),
    }));
}

/** The place of a tool is the mount of its plugin. */
const positionOf = (from: string, plan: Plan): Position | undefined =>
  plan.plugins.find(({ mount }) => from.endsWith(`(plugins.${mount})`))?.position;
