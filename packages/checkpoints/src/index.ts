import type { CheckpointedSession, Checkpoints } from '@loadout/core/run';
import { placeOf } from './checkpoint-index.js';
import { RunCheckpoints } from './run-checkpoints.js';
import type { SessionChanges } from './session-changes.js';

/** The public names, listed by hand: adding a name is a decision. */
export { errors, table as errorTable } from './errors.js';
export type { SessionChange, SessionChanges } from './session-changes.js';

/** Opens the checkpoints of a session for a run. `promptId` returns the id of the message that is being worked on. */
export const openCheckpoints: Checkpoints['openCheckpoints'] = (session, promptId) =>
  new RunCheckpoints(placeOf(session), promptId);

/** Rewinds a session that nobody works on. `session` is the first record of its transcript. */
export const rewindSession: Checkpoints['rewindSession'] = async (session, prompt, options = {}) => {
  const { rewind } = await import('./rewind.js');
  return rewind(placeOf(session), { ...options, prompt });
};

/** Compares the files of a session that its checkpoints know with their state before it. Loads the comparison at the first call. */
export async function changesOfSession(session: CheckpointedSession): Promise<SessionChanges> {
  return (await import('./session-changes.js')).sessionChanges(session);
}
