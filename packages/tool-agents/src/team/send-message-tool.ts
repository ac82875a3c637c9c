import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import type { Team } from './team.js';
import { Teams } from './teams.js';

const inputSchema = {
  type: 'object',
  properties: {
    to: { type: 'string', minLength: 1, description: 'A member, leader, or * for all others of your team' },
    message: { type: 'string', minLength: 1, maxLength: 50_000 },
  },
  required: ['to', 'message'],
  additionalProperties: false,
} as const;

/** Mail within a team. Source: TOOL-MSG-01, TOOL-MSG-02. */
export function sendMessageTool(): AnyTool {
  return defineTool({
    name: 'SendMessage',
    description:
      'Sends a message to a member of your team, to its leader ("leader"), or to all other members ("*"). A member reads the message before its next turn. A member that waits continues when the message arrives. Answers reach you in the same way.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isConcurrencySafe: false,
    call: (input, context) => send(input as { to: string; message: string }, context),
  });
}

function send({ to, message }: { to: string; message: string }, context: ToolContext) {
  const team = context.get(Teams).ofAgent(context.agentId, { to });
  const from = team?.nameOf(context.agentId);
  if (team === undefined || from === undefined) throw errors.MESSAGE_NO_TEAM({});
  const receivers = receiversOf(team, { to, from });
  const timestamp = new Date().toISOString();
  const reached = receivers.filter((name) => team.deliver({ from, to: name, content: message, type: 'text', timestamp }));
  if (to !== '*' && reached.length === 0) throw errors.MESSAGE_MEMBER_GONE({ to });
  return {
    content:
      reached.length === 0
        ? 'No other member of the team is running, so nobody received the message.'
        : `Message sent to ${reached.join(', ')}.`,
    structuredContent: { team: team.name, from, to: reached },
  };
}

/** Every member of this team but the sender, whether or not it has had mail before. */
function receiversOf(team: Team, { to, from }: { to: string; from: string }): readonly string[] {
  const others = team.members.map((member) => member.name).filter((name) => name !== from);
  if (to === '*') return others;
  if (!others.includes(to)) throw errors.MESSAGE_NO_MEMBER({ to, team: team.name, members: others });
  return [to];
}
