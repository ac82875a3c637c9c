import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FileCheckpoints, SeenFiles, type ServiceOffer } from '@loadout/core';
import type { SessionServices } from '../plugins/services.js';
import type { OpenSession } from '../session/session.js';
import { type CheckpointedSession, placeOf } from './checkpoint-place.js';
import type { RewindOptions, RewindResult } from './rewind.js';
import { RunCheckpoints } from './run-checkpoints.js';
import type { SessionChanges } from './session-changes.js';

/** The parts of a run that checkpoints need. */
export interface Worked {
  readonly session: Pick<OpenSession, 'header' | 'promptId' | 'cwd'>;
  readonly services: Pick<SessionServices, 'find'>;
  /** The run that started this run. */
  readonly parent?: unknown;
}

/** Offers checkpoints. Changes by subagents count as changes by this agent's prompts. */
export const checkpointsOffer = ({ session }: Pick<Worked, 'session'>): Omit<ServiceOffer<unknown>, 'service'> => ({
  shared: true,
  create: () => new RunCheckpoints(placeOf(session.header), () => session.promptId),
});

/** Notes that a prompt has joined the conversation. Does nothing if checkpoints are off. */
export function beginCheckpoint({ services, parent }: Worked, prompt: string): void {
  if (parent !== undefined) return;
  const checkpoints = services.find(FileCheckpoints);
  if (!(checkpoints instanceof RunCheckpoints)) return;
  try {
    checkpoints.begin(prompt);
  } catch {
    // The next file change begins the checkpoint again; on failure that change is refused with the reason.
  }
}

/**
 * Restores the files to their state before a prompt, given by the uuid of its message. The conversation stays as it is, and the
 * model's knowledge of the files is discarded. Cannot be undone. Source: STATE-04, SESS-06.
 */
export async function rewindFiles(run: Worked, prompt: string, options: RewindOptions = {}): Promise<RewindResult> {
  const result = await rewindSession(run.session.header, prompt, options);
  if (options.dryRun === true) return result;
  const seen = run.services.find(SeenFiles);
  for (const path of result.filesChanged ?? []) seen?.forget?.(path);
  return result;
}

/** Rewinds a session that nobody works on. `header` is the first record of its transcript. */
export async function rewindSession(
  header: CheckpointedSession,
  prompt: string,
  options: RewindOptions = {},
): Promise<RewindResult> {
  const { rewind } = await import('./rewind.js');
  return rewind(placeOf(header), { ...options, prompt });
}

/** The files of a session that its checkpoints know. Loads the comparison at the first call. */
export async function changesOfSession(header: CheckpointedSession): Promise<SessionChanges> {
  return (await import('./session-changes.js')).sessionChanges(header);
}

/**
 * Lets Edit and Write treat a file as read, for a host that knows that the conversation contains the file, for example after a
 * resume. With `mtimeMs`, the time of the read, only if the file has not changed since. Returns whether the file was marked.
 * Source: STATE-05.
 */
export function markAsRead(run: Worked, path: string, { mtimeMs }: { readonly mtimeMs?: number | undefined } = {}): boolean {
  const seen = run.services.find(SeenFiles);
  if (seen === undefined) return false;
  try {
    const real = realpathSync(resolve(run.session.cwd, path));
    const stats = statSync(real);
    if (!stats.isFile() || (mtimeMs !== undefined && Math.floor(stats.mtimeMs) > mtimeMs)) return false;
    seen.sawWhole(real);
    return true;
  } catch {
    return false;
  }
}
