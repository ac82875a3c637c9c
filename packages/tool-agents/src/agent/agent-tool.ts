import { randomBytes } from 'node:crypto';
import {
  ActiveSkills,
  type AnyTool,
  BackgroundTasks,
  defineTool,
  Inbox,
  type Subagent,
  Subagents,
  type SubagentType,
  type ToolContext,
  type ToolOutput,
} from '@loadout/core';
import { Teams } from '../team/teams.js';
import { type AgentInput, inputSchema } from './agent-input.js';
import { backgroundAgent } from './background-agent.js';
import { type Apart, apart } from './isolated.js';
import { report } from './report.js';

const USUAL_TYPE = 'general-purpose';

/** Starts another agent and gives back what it reports. */
export function agentTool(): AnyTool {
  return defineTool({
    name: 'Agent',
    aliases: ['Task'],
    description:
      'Starts an agent that works on a task by itself and gives back its last message. It sees only the prompt, has a history of its own, and may do no more than this conversation may. Several in one message run side by side. With run_in_background it goes on while you do, and its report comes to you when it is done; TaskOutput and TaskStop take its agentId.',
    inputSchema,
    // Starting one changes nothing; each thing that it does is decided upon by itself. Starting it twice is doing its work twice.
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isConcurrencySafe: true,
    maxResultChars: 50_000,
    call: (input, context) => startAgent(input as AgentInput, context),
  });
}

async function startAgent(input: AgentInput, context: ToolContext): Promise<ToolOutput> {
  const subagents = context.get(Subagents);
  const name = input.subagent_type ?? USUAL_TYPE;
  const type = subagents.types().find((one) => one.name === name);
  const isApart = (input.isolation ?? type?.isolation) === 'worktree';
  const place = isApart ? await apart(folderName(input), context) : undefined;
  const inBackground = input.team_name !== undefined || (input.run_in_background ?? type?.background ?? false);
  try {
    const agent = await subagents.start({
      type: name,
      prompt: await wholePrompt(input, type, context),
      description: input.description,
      name: input.name,
      model: input.model,
      maxTurns: input.max_turns,
      mode: input.mode,
      resume: input.resume,
      cwd: place?.cwd,
      mcpServers: input.mcpServers,
      toolUseId: context.toolUseId,
      signal: inBackground ? new AbortController().signal : context.signal,
      ...(input.team_name === undefined ? {} : context.get(Teams).seat(input.team_name, { name: input.name })),
    });
    if (input.team_name !== undefined) context.get(Teams).join(input.team_name, { name: input.name ?? '', agent });
    return inBackground ? goOn(agent, { input, place }, context) : await wait(agent, place);
  } catch (error) {
    await place?.finish();
    throw error;
  }
}

async function wait(agent: Subagent, place: Apart | undefined): Promise<ToolOutput> {
  const result = await agent.result;
  return report(result, place === undefined ? [] : [await place.finish()]);
}

function goOn(
  agent: Subagent,
  { input, place }: { input: AgentInput; place: Apart | undefined },
  context: ToolContext,
): ToolOutput {
  const { task, done } = backgroundAgent(agent, { title: input.description, finish: async () => (await place?.finish()) ?? '' });
  context.get(BackgroundTasks).start('agent', () => task, agent.agentId);
  const inbox = context.find(Inbox);
  const told = done.then(({ text }) =>
    inbox?.add(`The agent ${agent.agentId} (${input.description}) has ended. Its report:\n\n${text}`),
  );
  // A member of a team stays until the team is disbanded: its team keeps the run going, not it.
  if (input.team_name === undefined) inbox?.hold(told);
  const who = input.name === undefined ? agent.agentId : `${input.name} (${agent.agentId})`;
  return {
    content: `The agent ${who} works in the background. Its report comes to you when it is done; go on with other work. TaskOutput and TaskStop take ${agent.agentId}.`,
    structuredContent: {
      status: 'async_launched',
      agentId: agent.agentId,
      description: input.description,
      prompt: input.prompt,
      outputFile: agent.transcript,
      canReadOutputFile: true,
    },
  };
}

const folderName = ({ name, description }: AgentInput) =>
  `${
    (name ?? description)
      .replace(/[^\w-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 32) || 'agent'
  }-${randomBytes(3).toString('hex')}`;

/** Behind the texts of skills, so that the task stands last. */
async function wholePrompt(input: AgentInput, type: SubagentType | undefined, context: ToolContext): Promise<string> {
  const skills = context.find(ActiveSkills);
  const texts: string[] = [];
  for (const name of new Set([...(type?.skills ?? []), ...(input.skills ?? [])])) {
    const skill = skills?.find(name);
    if (skills === undefined || skill === undefined) continue;
    texts.push(`The skill ${skill.name}:\n\n${await skills.text(skill, '', context)}`);
  }
  return [...texts, input.prompt].join('\n\n');
}
