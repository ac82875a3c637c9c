import { BackgroundTasks, Inbox, type Subagent, type ToolContext, type ToolOutput } from '@loadout/core';
import { Teams } from '../team/teams.js';
import type { AgentInput } from './agent-input.js';
import { backgroundAgent, type EndedAgent } from './background-agent.js';
import type { Apart } from './isolated.js';

/** The agent works on while the one that started it does, which hears of its end. Source: AGENT-09. */
export function goOn(
  agent: Subagent,
  { input, place }: { readonly input: AgentInput; readonly place: Apart | undefined },
  context: ToolContext,
): ToolOutput {
  const { description, prompt, name = '', team_name: team } = input;
  const finish = async () => (place === undefined ? [] : [await place.finish()]);
  const { task, done } = backgroundAgent(agent, { title: description, prompt, finish, toolUseId: context.toolUseId });
  context.get(BackgroundTasks).start('agent', () => task, agent.agentId);
  const inbox = context.find(Inbox);
  const gone = done.then((ended) => {
    const heard = team === undefined ? undefined : context.get(Teams).heardOf(team, { name });
    const news = ended.result.text === heard ? lastWords(ended) : ended.text;
    if (news !== '') inbox?.add(`The agent ${agent.agentId} (${description}) has ended. Its report:\n\n${news}`);
  });
  // A member of a team stays until that is disbanded: its team keeps the run going, not it.
  if (team === undefined) inbox?.hold(gone);
  else context.get(Teams).join(team, { name, agent, gone });
  const who = input.name === undefined ? agent.agentId : `${input.name} (${agent.agentId})`;
  return {
    content: `The agent ${who} works in the background. Its report comes to you when it is done; go on with other work. TaskOutput and TaskStop take ${agent.agentId}.`,
    structuredContent: {
      status: 'async_launched',
      agentId: agent.agentId,
      description,
      prompt,
      outputFile: agent.transcript,
      canReadOutputFile: true,
    },
  };
}

/** The last words of a member whose answer the leader has read: the state of its folder, or the reason why it failed. */
const lastWords = ({ result, more, text }: EndedAgent) => (result.outcome === 'success' ? more.join('\n\n') : text);
