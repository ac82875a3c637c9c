import type { PoolTool, ToolPool, ToolRole } from '@loadout/core';

/** Returns the first tool with a role. */
export const toolWith = (pool: ToolPool, role: ToolRole): PoolTool | undefined => pool.tools.find((tool) => tool.role === role);
