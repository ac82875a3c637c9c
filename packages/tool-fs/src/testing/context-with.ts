import type { ToolContext } from '@loadout/core';

/** A context with some members replaced. Spreading it would lose inherited members. */
export const contextWith = (context: ToolContext, over: Partial<ToolContext>): ToolContext =>
  Object.create(context, Object.getOwnPropertyDescriptors(over)) as ToolContext;
