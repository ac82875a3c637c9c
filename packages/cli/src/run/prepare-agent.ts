import { resolve } from 'node:path';
import { permissionOverrides } from '@loadout/command/runs';
import type { CommandCall } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { type Agent, type AgentOptions, createAgent, redactor } from '@loadout/runner';
import type { resume } from '../arguments/run-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { recordingModel, replayedModel } from './cassette-model.js';
import { checkToolsFlag, ruleSlips } from './flag-slips.js';

export type RunFlags = Omit<CommandCall<typeof resume>['flags'], 'engine'>;
/** The flags about the agent, for every command that runs one. */
type AgentFlags = Omit<RunFlags, 'output' | 'view'>;

/** Throws for a fork of no session. Called before anything is read. */
export function checkFork({ fork }: AgentFlags, { resume }: { readonly resume: string | undefined }): void {
  if (fork && resume === undefined) throw errors.USAGE_FLAG_ALONE({ flag: '--fork', needs: '--resume' });
}

export interface AgentWish {
  readonly flags: AgentFlags;
  readonly plan: Plan;
  readonly agent: string;
  readonly io: Io;
  /** Whether a prompt brings the files that it names as `@path`. */
  readonly expandsMentions?: boolean;
  /** The ways to ask the person. */
  readonly asked: Pick<AgentOptions, 'ask' | 'answer' | 'elicit'>;
}

/** The agent of the configuration with the changes of the flags, ready to run. */
export async function prepareAgent({ flags, plan, agent: name, io, expandsMentions, asked }: AgentWish): Promise<Agent> {
  const overrides = agentOverrides(flags);
  const replayed = flags.replay === undefined ? {} : await replayedModel(flags.replay, { plan, io });
  const wrapModel = flags.record === undefined ? undefined : await recordingModel(flags.record, { plan, io });
  const trace = flags.trace === undefined ? undefined : resolve(io.cwd, flags.trace);
  const agent = await createAgent({
    ...overrides,
    ...replayed,
    ...asked,
    expandsMentions,
    plan,
    agent: name,
    env: io.env,
    wrapModel,
    trace,
  });
  // From here on, the keys of the agent's providers are hidden too.
  io.hide(redactor(agent.spec.secrets));
  try {
    checkToolsFlag(agent, overrides.tools ?? []);
  } catch (error) {
    await agent.close();
    throw error;
  }
  for (const slip of ruleSlips(agent, overrides.permissions ?? {})) io.note(slip);
  return agent;
}

/** The changes that the flags make to the agent of the configuration. */
function agentOverrides(flags: AgentFlags): Pick<AgentOptions, 'modelId' | 'tools' | 'limits' | 'permissions'> {
  const turns = flags['max-turns'];
  return {
    modelId: flags.model,
    permissions: permissionOverrides(flags),
    ...(flags.tools === undefined ? {} : { tools: splitList(flags.tools) }),
    ...(turns === undefined ? {} : { limits: { turns: Number(turns) } }),
  };
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
