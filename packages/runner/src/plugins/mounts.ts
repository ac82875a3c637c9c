import type { AnyTool } from '@loadout/core';
import { assembleToolPool, type PoolEntry, type ToolPool } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { Mounted } from './load-plugin.js';

interface PoolWishes {
  readonly customTools: readonly AnyTool[];
  readonly extraTools: readonly AnyTool[];
  /** Tools from tool sources. They follow all other tools. */
  readonly mcpTools?: readonly AnyTool[];
  /** The permitted tools. `undefined`: all mounted tools. */
  readonly allowed: readonly string[] | undefined;
  readonly disallowed: readonly string[];
  readonly wrapTool?: WrapTool | undefined;
}

/** Returns the tool that takes the place of a tool. `name`: its name in the pool. Contract: the same tool for the same tool. */
export type WrapTool = (tool: AnyTool, name: string) => AnyTool;

/** Builds the pool of one agent. Equal names are an error, unless an entry decides which tool takes the name (PLUG-03). */
export function poolFor(mounts: readonly Mounted[], wishes: PoolWishes): ToolPool {
  const { wrapTool = (tool) => tool } = wishes;
  const entries = applyOverrides(mounts).map((entry) => ({ ...entry, tool: wrapTool(entry.tool, entry.name) }));
  if (wishes.allowed?.length === 0) return assembleToolPool({ baseTools: wishes.extraTools });
  const extra = wishes.extraTools.map((tool) => ({ tool, from: 'the runner' }));
  const allowed = wishes.allowed === undefined ? undefined : [...wishes.allowed, ...wishes.extraTools.map((tool) => tool.name)];
  return assembleToolPool({
    baseTools: [...entries.filter((entry) => entry.mount.names === 'bare'), ...extra],
    customTools: [
      ...entries.filter((entry) => entry.mount.names === 'prefixed'),
      ...wishes.customTools.map((tool) => ({ tool: wrapTool(tool, tool.name), from: 'the custom tools' })),
    ],
    mcpTools: (wishes.mcpTools ?? []).map((tool) => wrapTool(tool, tool.name)),
    allowed,
    disallowed: wishes.disallowed,
    onConflict: 'error',
  });
}

type MountedTool = Extract<PoolEntry, { from: string }> & { readonly name: string; readonly mount: Mounted };

function applyOverrides(mounts: readonly Mounted[]): readonly MountedTool[] {
  const entries = mounts.flatMap(toolsOf);
  return mounts.reduce<readonly MountedTool[]>(
    (left, mount) =>
      Object.entries(mount.overrides).reduce<readonly MountedTool[]>((one, override) => overridden(one, mount, override), left),
    entries,
  );
}

const toolsOf = (mount: Mounted): readonly MountedTool[] =>
  (mount.parts.tools ?? []).map((tool) => ({
    tool,
    name: nameIn(mount, tool.name),
    from: `the plugin ${mount.use} (plugins.${mount.mount})`,
    mount,
  }));

const nameIn = ({ names, mount }: Mounted, tool: string) => (names === 'bare' ? tool : `${mount}__${tool}`);

/** Gives the bare name to the tool of this mount, and removes the tools that had either name. */
function overridden(
  entries: readonly MountedTool[],
  mount: Mounted,
  [bare, wanted]: readonly [string, string],
): readonly MountedTool[] {
  const name = wanted.startsWith(`${mount.mount}__`) ? wanted : nameIn(mount, wanted);
  const entry = entries.find((one) => one.mount === mount && one.name === name);
  if (entry === undefined)
    throw errors.OVERRIDE_UNKNOWN({
      mount: mount.mount,
      tool: wanted,
      available: (mount.parts.tools ?? []).map((tool) => tool.name),
    });
  return [...entries.filter((one) => one.name !== name && one.name !== bare), { ...entry, name: bare }];
}
