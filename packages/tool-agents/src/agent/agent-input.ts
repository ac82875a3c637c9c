import type { PermissionMode } from '@loadout/core';
import { PERMISSION_MODES } from '@loadout/core/run';

/** Source: TOOL-AGENT-01. */
export const inputSchema = {
  type: 'object',
  properties: {
    description: { type: 'string', minLength: 1, description: 'What it is to do, in three to five words' },
    prompt: { type: 'string', minLength: 1, description: 'The whole task: it sees nothing else of this conversation' },
    subagent_type: { type: 'string', description: 'Which agent; default general-purpose. One that is resumed stays what it was' },
    model: { type: 'string', description: 'A model alias, or inherit' },
    name: { type: 'string', pattern: '^[\\w-]{1,40}$', description: 'Under which others of a team know it' },
    max_turns: { type: 'integer', minimum: 1 },
    run_in_background: { type: 'boolean', description: 'Go on at once; its report comes when it is done' },
    isolation: { type: 'string', enum: ['worktree'], description: 'It works in a git worktree of its own' },
    team_name: { type: 'string', description: 'It joins this team and stays until the team is disbanded' },
    mode: {
      type: 'string',
      enum: PERMISSION_MODES,
      description: 'Can only narrow what may be done here',
    },
    resume: { type: 'string', description: 'The agentId of an agent that has ended: it goes on with what it knows' },
    skills: { type: 'array', items: { type: 'string' }, description: 'Skills whose text it gets with its task' },
    mcpServers: { type: 'array', items: { type: 'string' }, description: 'Of the MCP tools, only those of these servers' },
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
