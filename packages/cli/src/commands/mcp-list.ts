import type { McpServerPlan } from '@loadout/core';
import type { mcpList } from '../arguments/mcp-definitions.js';
import { loadPlan } from '../load/load-plan.js';
import { serversOff } from '../load/mcp-server.js';
import { plural } from '../render/numbers.js';
import { oneLine, printableJson } from '../render/printable.js';
import { table } from '../render/table.js';
import type { Command } from './command.js';

export const execute: Command<typeof mcpList> = async ({ flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { keepParams: true } });
  const servers = Object.entries(loaded.plan.mcpServers ?? {}).map(([key, server]) => ({ key, ...entryOf(server) }));
  const off = serversOff(loaded);
  if (flags.json) io.out(`${printableJson({ servers, off }, 2)}\n`);
  else if (servers.length + off.length === 0) io.out('The configuration declares no MCP servers.\n');
  else
    io.out(
      table([
        ...servers.map(({ key, start, at, locked }) => [oneLine(key), start, lockedText(locked), oneLine(at, 100)]),
        ...off.map((key) => [oneLine(key), 'off', 'not trusted', '']),
      ]),
    );
  return 0;
};

function entryOf({ options, approved }: McpServerPlan) {
  const { command, args, url, start, disabled } = options;
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return {
    start: disabled === true ? 'disabled' : typeof start === 'string' ? start : 'eager',
    at: typeof url === 'string' ? url : words.join(' '),
    /** The number of tools in the lock. Absent for a server that is not in the lock. */
    locked: approved === undefined ? undefined : Object.keys(approved).length,
  };
}

const lockedText = (locked: number | undefined) => (locked === undefined ? 'not locked' : `${plural(locked, 'tool')} locked`);
