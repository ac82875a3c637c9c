import type { chat } from '../arguments/chat-definition.js';
import type { Arguments } from '../arguments/definition.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { loadPlan } from '../load/load-plan.js';

export type ChatFlags = Arguments<typeof chat>['flags'];

export interface ChatWish {
  /** The agent. Absent: that of the session, or the only one. */
  readonly name: string | undefined;
  readonly flags: ChatFlags;
}

/** The session that the flags continue. Throws USAGE_FLAGS_TOGETHER. */
export function chosenSession(flags: ChatFlags): string | undefined {
  if (flags.continue && flags.resume !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--continue', '--resume'] });
  return flags.continue ? 'latest' : flags.resume;
}

/** Throws CHAT_RELOAD for a chat that records, and the problems of a configuration that cannot be used. */
export async function checkLoads(flags: ChatFlags, { io, agent }: { readonly io: Io; readonly agent: string }): Promise<void> {
  if (flags.record !== undefined) throw errors.CHAT_RELOAD({});
  await loadPlan(flags, { io, wish: { agent, tellsTrust: true } });
}
