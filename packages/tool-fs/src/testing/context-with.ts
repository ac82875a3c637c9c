import type { ToolContext } from '@loadout/core';

/** The same context with some of it replaced; spreading it would lose what is not its own. */
export const contextWith = (context: ToolContext, over: Partial<ToolContext>): ToolContext =>
  Object.create(context, Object.getOwnPropertyDescriptors(over)) as ToolContext;
