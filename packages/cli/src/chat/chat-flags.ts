import { CheckedChange } from '@loadout/command/chat';
import type { CommandCall } from '@loadout/core/commands';
import { stateDir } from '@loadout/node';
import { namedAgent } from '@loadout/runner';
import type { chat } from '../arguments/run-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadPlan, type PlanWish, tellWarnings } from '../load/load-plan.js';
import { sessionToResume } from '../run/session-agent.js';

export type ChatFlags = CommandCall<typeof chat>['flags'];

export interface ChatWish {
  /** The agent. Absent: that of the session, or the only one. */
  readonly name: string | undefined;
  readonly flags: ChatFlags;
}

interface Asking {
  readonly io: Io;
  /** Asks about untrusted parts, where this process does not own the terminal. */
  readonly askTrust?: PlanWish['askTrust'];
}

/** Loads the configuration of a chat, and finds its session, its agent, and what makes it start anew. */
export async function loadedChat({ name, flags }: ChatWish, { io, askTrust }: Asking) {
  const since = Date.now();
  const resumed = await sessionToResume(chosenSession(flags), { word: name, flags, io });
  const wanted = name ?? resumed?.agent;
  const loaded = await loadPlan(flags, {
    io,
    wish: { agent: wanted, asksTrust: true, ...(askTrust === undefined ? {} : { askTrust }) },
  });
  tellWarnings(loaded, io);
  const { plan } = loaded;
  const agent = namedAgent(plan, wanted);
  checkNeeds(loaded, agent, { env: io.env, profile: flags.profile });
  const choice = { resume: resumed?.id, fork: flags.fork, name: flags.name };
  return { plan, agent, choice, change: new CheckedChange({ config: plan.configFile, stateDir: stateDir(io.env), since }) };
}

/** The session that the flags continue. */
export const chosenSession = (flags: ChatFlags): string | undefined => (flags.continue ? 'latest' : flags.resume);

/** Throws CHAT_RELOAD for a chat that records, and the problems of a configuration that cannot be used. */
export async function checkLoads(flags: ChatFlags, { io, agent }: { readonly io: Io; readonly agent: string }): Promise<void> {
  if (flags.record !== undefined) throw errors.CHAT_RELOAD({});
  await loadPlan(flags, { io, wish: { agent, tellsTrust: true } });
}

/** Variables that ask for text that is never drawn again. The last two are those of screen readers and of programs for them. */
const ASKING = ['LOADOUT_PLAIN', 'ACCESSIBILITY', 'INK_SCREEN_READER'];

/** Whether a person wants the chat without a program that draws. */
export const isPlain = (
  flags: { readonly plain?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean => flags.plain === true || env.TERM === 'dumb' || ASKING.some((name) => isSet(env[name]));

const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0' && value !== 'false';
