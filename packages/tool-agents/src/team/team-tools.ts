import { type AnyTool, defineTool, Inbox, SessionHooks, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { LEADER, type Team } from './team.js';
import { Teams } from './teams.js';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const;

interface CreateInput {
  readonly name: string;
  readonly members?: readonly string[] | undefined;
  readonly task_description?: string | undefined;
}

/** Source: TOOL-TEAM-01. */
export function teamCreateTool(): AnyTool {
  return defineTool({
    name: 'TeamCreate',
    forParentOnly: true,
    description:
      'Creates a team that you lead. Start each member with Agent, its name and team_name: it works, reports what it found, and then waits for messages until the team is disbanded. At most 20 members.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', pattern: '^[\\w-]{1,40}$' },
        members: {
          type: 'array',
          items: { type: 'string', pattern: '^[\\w-]{1,40}$' },
          description: 'Names of the future members',
        },
        task_description: { type: 'string', description: 'What the team is for' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations,
    isConcurrencySafe: false,
    call: (input, context) => create(input as CreateInput, context),
  });
}

function create({ name, members = [], task_description: task }: CreateInput, context: ToolContext) {
  const leader = { agentId: context.agentId, inbox: context.find(Inbox), hooks: context.find(SessionHooks) };
  const team = context.get(Teams).create(name, { leader, members, task });
  return {
    content: `Team created: ${name}. Members: ${team.members.map((member) => member.name).join(', ')}.`,
    structuredContent: viewOf(team),
  };
}

/** Source: TOOL-TEAM-01. */
export function teamDeleteTool(): AnyTool {
  return defineTool({
    name: 'TeamDelete',
    forParentOnly: true,
    description: 'Disbands a team. Waiting members end at once, working members within five seconds.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'The name of the team' } },
      required: ['id'],
      additionalProperties: false,
    },
    inputAliases: { name: 'id', team_name: 'id' },
    annotations,
    isConcurrencySafe: false,
    async call(input, context) {
      const team = context.get(Teams).active((input as { id: string }).id);
      // A member would wait for its own end.
      if (team.nameOf(context.agentId) !== LEADER) throw errors.TEAM_NOT_LED({ name: team.name });
      await team.disband(() => new Date().toISOString());
      return { content: `Team disbanded: ${team.name}.`, structuredContent: viewOf(team) };
    },
  });
}

const viewOf = (team: Team) => ({
  id: team.name,
  name: team.name,
  status: team.status,
  task: team.task,
  members: team.members.map(({ name, role, state, agent }) => ({ name, role, state, agentId: agent?.agentId })),
});
