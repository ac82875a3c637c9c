import { type AnyTool, assembleToolPool, type PoolEntry, type ToolPool } from '@loadout/core';
import { errors } from '../report/errors.js';
import type { Mounted } from './load-plugin.js';

export interface PoolWishes {
  readonly customTools: readonly AnyTool[];
  readonly extraTools: readonly AnyTool[];
  /** From tool sources. They go behind all others. */
  readonly mcpTools?: readonly AnyTool[];
  /** `undefined`: all that is mounted. */
  readonly allowed: readonly string[] | undefined;
  readonly disallowed: readonly string[];
}

/** The pool of one agent. Equal names are an error here, unless an entry says which tool takes the name (design §5). */
export function poolFor(mounts: readonly Mounted[], wishes: PoolWishes): ToolPool {
  const entries = applyOverrides(mounts);
  if (wishes.allowed?.length === 0) return assembleToolPool({ baseTools: wishes.extraTools });
  const extra = wishes.extraTools.map((tool) => ({ tool, from: 'the runner' }));
  const allowed = wishes.allowed === undefined ? undefined : [...wishes.allowed, ...wishes.extraTools.map((tool) => tool.name)];
  return assembleToolPool({
    baseTools: [...entries.filter((entry) => entry.firstParty), ...extra],
    customTools: [
      ...entries.filter((entry) => !entry.firstParty),
      ...wishes.customTools.map((tool) => ({ tool, from: 'the custom tools' })),
    ],
    mcpTools: wishes.mcpTools ?? [],
    allowed,
    disallowed: wishes.disallowed,
    onConflict: 'error',
  });
}

type MountedTool = Extract<PoolEntry, { from: string }> & { readonly firstParty: boolean };

function applyOverrides(mounts: readonly Mounted[]): MountedTool[] {
  const entries = new Map<string, MountedTool[]>();
  for (const mounted of mounts) {
    for (const tool of mounted.parts.tools ?? []) {
      const name = mounted.firstParty ? tool.name : `${mounted.mount}__${tool.name}`;
      entries.set(name, [
        ...(entries.get(name) ?? []),
        { tool, name, from: `the plugin ${mounted.use} (plugins.${mounted.mount})`, firstParty: mounted.firstParty },
      ]);
    }
  }
  for (const mounted of mounts) {
    for (const [bare, wanted] of Object.entries(mounted.overrides)) {
      const own = wanted.startsWith(`${mounted.mount}__`) || mounted.firstParty ? wanted : `${mounted.mount}__${wanted}`;
      const entry = entries.get(own)?.find((one) => one.from.includes(`plugins.${mounted.mount})`));
      if (entry === undefined)
        throw errors.OVERRIDE_UNKNOWN({
          mount: mounted.mount,
          tool: wanted,
          available: (mounted.parts.tools ?? []).map((tool) => tool.name),
        });
      entries.delete(own);
      entries.set(bare, [{ ...entry, name: bare }]);
    }
  }
  return [...entries.values()].flat();
}
