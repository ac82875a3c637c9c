import type { JsonSchema } from '@loadout/core';
import type { ServedAgent } from '@loadout/core/commands';
import type { PoolTool } from '@loadout/core/run';

export const AGENT_PROMPT = 'agent_prompt';

/** A tool as `tools/list` tells it. */
export interface ToolListing {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

type ObjectSchema = { readonly type: 'object'; readonly [key: string]: unknown };

/** The tools in the order of the pool, and behind them the agent as a tool. Source: MCPS-14, MCPS-17. */
export function listTools(tools: readonly PoolTool[], agent: ServedAgent | undefined): ToolListing[] {
  const listed = tools.filter((tool) => agent === undefined || tool.name !== AGENT_PROMPT).map(listing);
  return agent === undefined ? listed : [...listed, agentListing(agent)];
}

/** Without its aliases: one name is enough for a client. */
function listing(tool: PoolTool): ToolListing {
  return {
    name: tool.name,
    description: tool.api.description,
    inputSchema: { ...tool.api.input_schema, type: 'object' },
    ...outputOf(tool.output?.json),
    annotations: { ...tool.annotations },
  };
}

function agentListing({ description, outputSchema }: ServedAgent): ToolListing {
  return {
    name: AGENT_PROMPT,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, description: 'What the agent is to do, with all that it has to know.' },
      },
      required: ['task'],
      additionalProperties: false,
    },
    ...outputOf(outputSchema),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}

/** The protocol knows no other output than an object. */
const outputOf = (schema: JsonSchema | undefined) =>
  schema?.type === 'object' ? { outputSchema: { ...schema, type: 'object' as const } } : {};
