import { nearest } from '@loadout/core';
import { isWireName, MCP_INPUT } from '@loadout/core/run';
import type { Path } from '../document/node.js';
import { errors } from '../errors.js';
import { firstPartyPlugin, firstPartyTools } from '../packages/first-party.js';
import { type CheckContext, ownersOf, tell, warn } from './check-context.js';
import { isOffered, type OfferedTools } from './offered-tools.js';

/** Reports every tool that an agent names and no plugin provides. */
export function checkTools(context: CheckContext, offered: OfferedTools): void {
  for (const { path, owner } of ownersOf(context.document))
    for (const field of ['tools', 'disallowedTools'] as const)
      for (const [index, name] of (owner[field] ?? []).entries())
        checkTool({ name, path: [...path, field, index], takesAway: field === 'disallowedTools' }, context, offered);
}

function checkTool(entry: { name: string; path: Path; takesAway: boolean }, context: CheckContext, offered: OfferedTools): void {
  const { name, path } = entry;
  if (isOffered(name, offered)) return;
  const right = [...offered.names].find((tool) => tool.toLowerCase() === name.toLowerCase());
  if (right !== undefined) {
    warn(errors.CONFIG_TOOL_CASE({ name, right }), path, context);
    return;
  }
  // A missing tool is already taken away.
  if (entry.takesAway && (firstPartyTools.includes(name) || name.includes('*') || isWireName(name))) return;
  tell(errors.CONFIG_TOOL_UNKNOWN({ name, ...adviceFor(name, offered) }), path, { ...context, isWarning: 'ifForeign' });
}

export function adviceFor(name: string, offered: OfferedTools): { nearest?: string | undefined; fix: string } {
  if (isWireName(name) || name === MCP_INPUT)
    return { fix: 'Tools of an MCP server are called mcp__<key>__<tool>, with the key under mcpServers.' };
  const specifier = /^(\w+)\((.*)\)$/.exec(name);
  if (specifier !== null)
    return { fix: `This list takes names: write ${specifier[1]} here and put ${name} under permissions.allow.` };
  const known = [...offered.names, ...firstPartyTools];
  const same = known.find((tool) => tool.toLowerCase() === name.toLowerCase());
  const near = same ?? (firstPartyPlugin(name) === undefined ? nearest(name, known) : undefined);
  const plugin = firstPartyPlugin(near === undefined ? name : near);
  const isMounted = near !== undefined && offered.names.has(near);
  const add = plugin === undefined || isMounted ? undefined : `Add to plugins: ${plugin.mount}: "${plugin.use}"`;
  const other = near === name ? undefined : near;
  const list = [...offered.names].sort().join(', ') || 'none, since no plugin is mounted';
  return {
    nearest: other,
    fix: [other === undefined ? undefined : `Write ${other}.`, add].filter(Boolean).join(' ') || `Offered here: ${list}.`,
  };
}
