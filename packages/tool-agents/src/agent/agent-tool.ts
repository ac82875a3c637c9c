import { randomBytes } from 'node:crypto';
import {
  ActiveSkills,
  type AnyTool,
  BackgroundTasks,
  errors as coreErrors,
  defineTool,
  nearest,
  type Subagent,
  type SubagentResult,
  Subagents,
  type ToolContext,
  type ToolOutput,
} from '@loadout/core';
import { errors } from '../errors.js';
import { Teams } from '../team/teams.js';
import { type AgentInput, inputSchema } from './agent-input.js';
import { goOn } from './go-on.js';
import { type Apart, apart, earlierFolder } from './isolated.js';
import { report } from './report.js';

const USUAL_TYPE = 'general-purpose';
const WAITS = 'The agent waits for an answer.';

/** Starts another agent and returns its report. */
export function agentTool(): AnyTool {
  return defineTool({
    name: 'Agent',
    role: 'starts-agents',
    aliases: ['Task'],
    description:
      'Starts an agent that works on a task by itself and returns its last message. The agent sees only the prompt, has its own history, and may do no more than this conversation may. Several calls in one message run side by side. With run_in_background you continue at once, and the report reaches you when the agent is done; TaskOutput and TaskStop take its agentId.',
    inputSchema,
    // Starting an agent changes nothing itself, and each of its calls is decided separately. Starting it twice does its work
    // twice.
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isConcurrencySafe: true,
    maxResultChars: 50_000,
    call: (input, context) => startAgent(input as AgentInput, context),
  });
}

async function startAgent(input: AgentInput, context: ToolContext): Promise<ToolOutput> {
  const name = input.subagent_type ?? USUAL_TYPE;
  const types = context.get(Subagents).types();
  // A continued agent keeps the type of its first start.
  const type = input.resume === undefined ? types.find((one) => one.name === name) : undefined;
  const prompt = await wholePrompt(input, context);
  const isApart = (input.isolation ?? type?.isolation) === 'worktree';
  const place = isApart ? await placeOf(input, context) : undefined;
  const inBackground = input.team_name !== undefined || (input.run_in_background ?? type?.background ?? false);
  const hold = inBackground ? undefined : holdOf(context);
  let agent: Subagent;
  try {
    agent = await begin({ ...input, prompt, subagent_type: name }, { place, hold }, context);
  } catch (error) {
    hold?.release();
    await place?.finish();
    throw error;
  }
  const result = hold === undefined ? 'sent' : await Promise.race([agent.result, hold.sent]);
  hold?.release();
  // The agent waits for an answer. It keeps its folder, and the call runs again with the answer.
  if (result !== 'sent' && result.outcome === 'deferred') throw coreErrors.CALL_DEFERRED({ reason: result.error ?? WAITS });
  return result === 'sent' ? goOn(agent, { input, place }, context) : reportOf(result, { agent, input, place });
}

/** Starts an agent. A team member takes its seat before it starts, and leaves the seat if the start fails. */
async function begin(
  input: AgentInput & { readonly subagent_type: string },
  { place, hold }: { readonly place: Apart | undefined; readonly hold: Hold | undefined },
  context: ToolContext,
): Promise<Subagent> {
  const { team_name: team, name = '' } = input;
  const seat = team === undefined ? {} : context.get(Teams).seat(team, { name: input.name });
  try {
    return await context.get(Subagents).start({
      type: input.subagent_type,
      prompt: input.prompt,
      description: input.description,
      name: input.name,
      model: input.model,
      maxTurns: input.max_turns,
      mode: input.mode,
      resume: input.resume,
      cwd: place?.cwd,
      mcpServers: input.mcpServers,
      toolUseId: context.toolUseId,
      survives: true,
      inBackground: hold === undefined,
      signal: hold?.signal ?? new AbortController().signal,
      ...seat,
    });
  } catch (error) {
    if (team !== undefined) context.get(Teams).leave(team, name);
    throw error;
  }
}

async function reportOf(
  result: SubagentResult,
  { agent, input, place }: { readonly agent: Subagent; readonly input: AgentInput; readonly place: Apart | undefined },
): Promise<ToolOutput> {
  const more = place === undefined ? [] : [await place.finish()];
  return report(result, { type: agent.type, prompt: input.prompt, more });
}

/** Returns the folder of an agent that works apart. An agent that continues keeps its folder. */
async function placeOf(input: AgentInput, context: ToolContext): Promise<Apart> {
  const cwd = context.get(Subagents).folderOf(context.toolUseId);
  return cwd === undefined ? apart(folderName(input), context) : earlierFolder(cwd);
}

const folderName = ({ name, description }: AgentInput) =>
  `${
    (name ?? description)
      .replace(/[^\w-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 32) || 'agent'
  }-${randomBytes(3).toString('hex')}`;

/** Builds the prompt: the texts of the named skills first, and the task last. */
async function wholePrompt({ skills: names = [], prompt }: AgentInput, context: ToolContext): Promise<string> {
  const skills = context.find(ActiveSkills);
  const texts: string[] = [];
  for (const name of new Set(names)) {
    const skill = skills?.find(name);
    if (skills === undefined || skill === undefined || !skill.modelInvocable) {
      const available = (skills?.list() ?? []).filter((one) => one.modelInvocable).map((one) => one.name);
      throw errors.SKILL_UNKNOWN({ name, nearest: nearest(name, available), available });
    }
    texts.push(`The skill ${skill.name}:\n\n${await skills.text(skill, '', context)}`);
  }
  return [...texts, prompt].join('\n\n');
}

/** The tie between an agent and the call that waits for it. */
interface Hold {
  /** Aborted with the call, for as long as that waits. */
  readonly signal: AbortSignal;
  /** Settles when the agent is moved to the background; may never settle. */
  readonly sent: Promise<'sent'>;
  /** Ends the tie: later events of the call do not affect the agent. */
  release(): void;
}

/** Source: CTRL-11. */
function holdOf(context: ToolContext): Hold {
  const { signal, toolUseId } = context;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  let send: () => void = () => {};
  const sent = new Promise<'sent'>((resolve) => {
    send = () => {
      signal.removeEventListener('abort', abort);
      resolve('sent');
    };
  });
  const unsent = context.find(BackgroundTasks)?.whenSent(toolUseId, send);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    sent,
    release() {
      signal.removeEventListener('abort', abort);
      unsent?.();
    },
  };
}
