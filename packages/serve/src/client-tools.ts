import { type AnyTool, defineTool, fromJsonSchema } from '@loadout/core';
import type { ToolPool } from '@loadout/core/run';
import { errors } from './errors.js';
import type { ClientTool } from './http-runs.js';
import type { OpenAsks } from './open-asks.js';

interface Offer {
  /** The tools of the agent, whose names are taken. */
  readonly pool: ToolPool;
  readonly asks: OpenAsks;
}

/** Names that are the agent's, whether it has such a tool now or later. */
const RESERVED = /^(mcp__.*|structuredoutput)$/i;

/**
 * The tools that a client runs, as tools of a run. A call waits as a question does, and the result is a text from outside. It touches
 * nothing here, so no rule has to allow it; a rule may deny it. Throws CLIENT_TOOL_TAKEN.
 */
export function clientTools(wished: readonly ClientTool[], { pool, asks }: Offer): readonly AnyTool[] {
  const taken = new Set(pool.tools.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => name.toLowerCase()));
  const clash = wished.find(({ name }) => RESERVED.test(name) || taken.has(name.toLowerCase()));
  if (clash !== undefined) throw errors.CLIENT_TOOL_TAKEN({ name: clash.name });
  return wished.map((tool) => toolOf(tool, asks));
}

const toolOf = ({ name, description, schema }: ClientTool, asks: OpenAsks): AnyTool => ({
  ...defineTool({
    name,
    description: `A tool of the client, which describes it so: ${description}`,
    annotations: { readOnlyHint: true, destructiveHint: false },
    forParentOnly: true,
    call: () => '',
  }),
  inputSchema: fromJsonSchema(schema, `the tool ${name} of the client`),
  call: (input: never, context) => asks.ofClient({ tool: name, input }, context),
});
