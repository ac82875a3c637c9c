import type { ToolRole } from '@loadout/core';
import type { PoolTool, ToolPool } from '@loadout/core/run';

/** Returns the first tool with a role. */
export const toolWith = (pool: ToolPool, role: ToolRole): PoolTool | undefined => pool.tools.find((tool) => tool.role === role);
