import type { Conversation } from '@loadout/runner';
import type { Options } from '../types/options.js';

/** Writes the title that a program gives its session into the session's file. */
export async function titled({ sessionId, transcript }: Conversation, { title, persistSession }: Options): Promise<void> {
  if (title === undefined || title.trim() === '' || persistSession === false) return;
  const { titleSession } = await import('../sessions/change-session.js');
  await titleSession(transcript, { sessionId, title });
}
