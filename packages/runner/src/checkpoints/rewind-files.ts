import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FileCheckpoints, SeenFiles, type ServiceOffer } from '@loadout/core';
import type { SessionServices } from '../plugins/services.js';
import type { SessionHeader } from '../session/records.js';
import type { OpenSession } from '../session/session.js';
import type { CheckpointPlace } from './checkpoint-index.js';
import type { RewindOptions, RewindResult } from './rewind.js';
import { RunCheckpoints } from './run-checkpoints.js';

/** What is needed of a run. */
export interface Worked {
  readonly session: Pick<OpenSession, 'header' | 'promptId' | 'cwd'>;
  readonly services: Pick<SessionServices, 'find'>;
  /** The run that started it. */
  readonly parent?: unknown;
}

/** What agents that this one starts change belongs to its own prompts. */
export const checkpointsOffer = ({ session }: Pick<Worked, 'session'>): Omit<ServiceOffer<unknown>, 'service'> => ({
  shared: true,
  create: () => new RunCheckpoints(placeOf(session.header), () => session.promptId),
});

/** To be called when a prompt has joined the conversation. Does nothing where checkpoints are off. */
export function beginCheckpoint({ services, parent }: Worked, prompt: string): void {
  if (parent !== undefined) return;
  const checkpoints = services.find(FileCheckpoints);
  if (!(checkpoints instanceof RunCheckpoints)) return;
  try {
    checkpoints.begin(prompt);
  } catch {
    // It is begun again with the first file that is to be changed; that one is refused then, with the reason.
  }
}

/**
 * Makes the files what they were before a prompt, given by the uuid of its message; the conversation stays as it is. What the
 * model saw of them counts no more. It cannot be undone. Source: STATE-04, SESS-06.
 */
export async function rewindFiles(run: Worked, prompt: string, options: RewindOptions = {}): Promise<RewindResult> {
  const result = await rewindSession(run.session.header, prompt, options);
  if (options.dryRun === true) return result;
  const seen = run.services.find(SeenFiles);
  for (const path of result.filesChanged ?? []) seen?.forget?.(path);
  return result;
}

/** The same for a session that nobody works on; `header` is the first record of its transcript. */
export async function rewindSession(
  header: Pick<SessionHeader, 'id' | 'artifactDir' | 'startedAt' | 'forkedFrom'>,
  prompt: string,
  options: RewindOptions = {},
): Promise<RewindResult> {
  const { rewind } = await import('./rewind.js');
  return rewind(placeOf(header), { ...options, prompt });
}

function placeOf({ id, artifactDir, startedAt, forkedFrom }: Parameters<typeof rewindSession>[0]): CheckpointPlace {
  return { dir: join(artifactDir, 'checkpoints', id), from: forkedFrom, at: Date.parse(startedAt) };
}

/**
 * Has Edit and Write take a file as read, for a host that knows that the conversation holds it: after a resume, say. With
 * `mtimeMs`, when it was read, only one that has not changed since. Says whether it did. Source: STATE-05.
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
