import type { AnyTool } from '@loadout/core';
import type { ToolSource } from '@loadout/core/run';

/** Returns the tools that the sources of an agent know without being opened, such as those of pinned MCP servers. Source: GAP-F4. */
export const knownTools = ({ toolSources }: { readonly toolSources: readonly ToolSource[] }): readonly AnyTool[] =>
  toolSources.flatMap((source) => source.known?.() ?? []);
