import { serverKey, serverPrefix } from '@loadout/config';
import { type AnyTool, defineTool, type JsonSchema } from '@loadout/core';
import { type Plan, toolMatcher } from '@loadout/core/run';
import type { LoadedTest } from './tests/loaded-test.js';

type Plans = NonNullable<LoadedTest['spec']['tools']>;

interface KnownTool {
  readonly name: string;
  readonly input_schema: unknown;
}

const OF_SERVER = /^mcp__(.+?)(?:__\*)?$/;

/** Returns whether a test replaces all tools of a server, by `mcp__server__*` or `mcp__server`, so that it need not start. */
function isReplaced(server: string, plans: Plans = {}): boolean {
  const names = [`${serverPrefix(server)}*`, serverPrefix(server).replace(/__$/, '')];
  return Object.entries(plans).some(([pattern, plan]) => names.includes(pattern) && plan !== 'live');
}

/** Returns the plan without the servers whose tools a test replaces. */
export function withoutReplaced(plan: Plan, plans: Plans | undefined): Plan {
  if (plans === undefined || plan.mcpServers === undefined) return plan;
  const kept = Object.entries(plan.mcpServers).filter(([key]) => !isReplaced(key, plans));
  return { ...plan, mcpServers: Object.fromEntries(kept) };
}

/**
 * Returns tools in the place of those of servers that do not start: the tools that the cassette lists, and those that the test names.
 * A tool without a recorded schema takes any input.
 */
export function standInTools(plans: Plans, known: readonly KnownTool[] = []): readonly AnyTool[] {
  const servers = Object.keys(plans).flatMap((pattern) => {
    const server = OF_SERVER.exec(pattern)?.[1];
    return server !== undefined && isReplaced(server, plans) ? [server] : [];
  });
  const named = Object.keys(plans).filter((name) => /^[\w-]+$/.test(name) && name.startsWith('mcp__'));
  const schemas = new Map(known.map(({ name, input_schema }) => [name, input_schema as JsonSchema]));
  const names = [...new Set([...schemas.keys(), ...named])];
  return servers.flatMap((server) =>
    names
      .filter((name) => name.startsWith(serverPrefix(server)) && name !== serverPrefix(server))
      .filter((name) => Object.keys(plans).some((pattern) => toolMatcher(pattern)({ name, aliases: [] })))
      .map((name) => standIn(name, { server, schema: schemas.get(name) })),
  );
}

function standIn(
  name: string,
  { server, schema }: { readonly server: string; readonly schema: JsonSchema | undefined },
): AnyTool {
  const tool = defineTool({
    name,
    description: `A tool of the MCP server ${server}, which this test replaces.`,
    inputSchema: schema ?? { type: 'object' },
    call: () => '',
  }) as AnyTool;
  return Object.assign(Object.create(tool) as AnyTool, { mcp: { server: serverKey(server) } });
}
