import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import type { McpServerPlan } from '@loadout/core/run';

const definition = {
  name: 'mcp list',
  group: 'more',
  summary: 'List the MCP servers of the configuration without starting them.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
  examples: ['--json'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const { plan, disabled } = await host.load(flags);
  const servers = Object.entries(plan.mcpServers ?? {}).map(([key, server]) => ({ key, ...entryOf(server) }));
  const off = disabled('mcpServers');
  if (flags.json) host.json({ servers, off });
  else if (servers.length + off.length === 0) host.out('The configuration declares no MCP servers.\n');
  else
    host.table(
      [
        ...servers.map(({ key, start, at, locked }) => [key, start, lockedText(locked), at]),
        ...off.map((key) => [key, 'off', 'not trusted', '']),
      ],
      { widths: [80, 80, 80, 100] },
    );
  return 0;
});

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

const lockedText = (locked: number | undefined) =>
  locked === undefined ? 'not locked' : `${locked} ${locked === 1 ? 'tool' : 'tools'} locked`;
