import type { PermissionMode } from '@loadout/core';
import { PERMISSION_MODES } from '@loadout/core/run';

/** Source: TOOL-AGENT-01. */
export const inputSchema = {
  type: 'object',
  properties: {
    description: { type: 'string', minLength: 1, description: 'The task in three to five words' },
    prompt: { type: 'string', minLength: 1, description: 'The whole task: the agent sees nothing else of this conversation' },
    subagent_type: { type: 'string', description: 'Which agent; default general-purpose. A resumed agent keeps its type' },
    model: { type: 'string', description: 'A model alias, or inherit' },
    name: { type: 'string', pattern: '^[\\w-]{1,40}$', description: 'The name by which its team knows the agent' },
    max_turns: { type: 'integer', minimum: 1 },
    run_in_background: { type: 'boolean', description: 'Continue at once; the report comes when the agent is done' },
    isolation: { type: 'string', enum: ['worktree'], description: 'The agent works in its own git worktree' },
    team_name: { type: 'string', description: 'The agent joins this team and stays until the team is disbanded' },
    mode: {
      type: 'string',
      enum: PERMISSION_MODES,
      description: 'Can only narrow what this conversation may do',
    },
    resume: { type: 'string', description: 'The agentId of an agent that has ended: it continues with its history' },
    skills: { type: 'array', items: { type: 'string' }, description: 'Skills whose text the agent gets with its task' },
    mcpServers: {
      type: 'array',
      items: { type: 'string' },
      description: 'Limits the MCP tools of the agent to those of these servers',
    },
  },
  required: ['description', 'prompt'],
  additionalProperties: false,
} as const;

export interface AgentInput {
  readonly description: string;
  readonly prompt: string;
  readonly subagent_type?: string | undefined;
  readonly model?: string | undefined;
  readonly name?: string | undefined;
  readonly max_turns?: number | undefined;
  readonly run_in_background?: boolean | undefined;
  readonly isolation?: 'worktree' | undefined;
  readonly team_name?: string | undefined;
  readonly mode?: PermissionMode | undefined;
  readonly resume?: string | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly mcpServers?: readonly string[] | undefined;
}
