import { isLoadoutError } from '@loadout/core';
import type { SessionRecord } from '@loadout/sessions';
import { sessionEvents } from './session-events.js';

const endedIn = (records: readonly SessionRecord[], session: string): number =>
  sessionEvents(records, { path: session }).filter((event) => event.type === 'result' && event.result.outcome !== 'deferred')
    .length;

interface Prompts {
  /** The number of prompts of a session that have not ended. */
  openPrompts(session: string): Promise<number>;
  session(session: string): Promise<{ readonly records: readonly SessionRecord[] }>;
}

/** Returns the number that the next prompt of a session has: behind those that have ended, and those that are open. */
export async function nextNumber(client: Prompts, session: string): Promise<number> {
  try {
    let open = await client.openPrompts(session);
    for (;;) {
      const { records } = await client.session(session);
      const before = open;
      open = await client.openPrompts(session);
      // A prompt that ended between the two would count twice.
      if (open === before) return endedIn(records, session) + open + 1;
    }
  } catch (error) {
    if (isLoadoutError(error) && error.code === 'ENGINE_RUN_UNKNOWN') return 1;
    throw error;
  }
}
