import { assembleToolPool, type PoolEntry, type ToolPool } from '@loadout/core/run';

/** Returns a pool with more tools. A tool of the host never takes the name of another one: throws TOOL_NAME_TAKEN. */
export function poolAnd(pool: ToolPool, more: readonly PoolEntry[] = [], kind: 'base' | 'custom' = 'custom'): ToolPool {
  if (more.length === 0) return pool;
  const of = (wanted: string): readonly PoolEntry[] => [
    ...pool.tools
      .filter(({ origin }) => origin.kind === wanted)
      .map(({ tool, name, origin }) => ({ tool, name, from: origin.from })),
    ...(wanted === kind ? more : []),
  ];
  return assembleToolPool({
    baseTools: of('base'),
    customTools: of('custom'),
    mcpTools: of('mcp'),
    onConflict: kind === 'base' ? 'last' : 'error',
  });
}
