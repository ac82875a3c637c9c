import { readManifest } from '@loadout/config';
import type { HookPlan } from '@loadout/core/run';
import type { Io } from '../io.js';
import type { Listed, Loaded } from './listed.js';
import { listedTools } from './listed-tools.js';

/** The listings of `loadout list`. */
export const LISTINGS = { agents, tools: listedTools, hooks, mcp, plugins, skills } satisfies Record<
  string,
  (loaded: Loaded, io: Io) => readonly Listed[] | Promise<readonly Listed[]>
>;

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
    const { command, args, url, start, disabled } = options;
    const at = typeof url === 'string' ? url : [command, ...(Array.isArray(args) ? args : [])].join(' ');
    const when = disabled === true ? 'disabled' : typeof start === 'string' ? start : 'eager';
    const locked = approved === undefined ? undefined : Object.keys(approved).length;
    return { name: key, cells: [when, at], fields: { start: when, runs: at, locked }, position };
  });
}

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
