import { FileCheckpoints, SeenFiles, type ServiceOffer } from '@loadout/core';
import type { Checkpoints, RewindOptions, RewindResult } from '@loadout/core/run';
import { neededPackage } from '../plugins/resolve-plugin.js';
import type { SessionServices } from '../plugins/services.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';

/** The parts of a run that checkpoints need. */
export interface Worked {
  readonly spec: Pick<AgentSpec, 'checkpoints'>;
  readonly session: Pick<OpenSession, 'header' | 'promptId' | 'cwd'>;
  readonly services: Pick<SessionServices, 'find'>;
  /** The run that started this run. */
  readonly parent?: unknown;
}

/** Loads the package of checkpoints. Throws PACKAGE_NOT_INSTALLED. */
export const loadCheckpoints = (needs: string): Promise<Checkpoints> => neededPackage('@loadout/checkpoints', { needs });

/** Offers checkpoints. Changes by subagents count as changes by this agent's prompts. */
export const checkpointsOffer = ({ spec, session }: Omit<Worked, 'services'>): Omit<ServiceOffer<unknown>, 'service'> => ({
  shared: true,
  create: () => spec.checkpoints?.openCheckpoints(session.header, () => session.promptId),
});

/** Notes that a prompt has joined the conversation. Does nothing if checkpoints are off. */
export function beginCheckpoint({ services, parent }: Omit<Worked, 'spec'>, prompt: string): void {
  if (parent !== undefined) return;
  try {
    services.find(FileCheckpoints)?.begin?.(prompt);
  } catch {
    // The next file change begins the checkpoint again; on failure that change is refused with the reason.
  }
}

/**
 * Restores the files to their state before a prompt, given by the uuid of its message. The conversation stays as it is, and the
 * model's knowledge of the files is discarded. Cannot be undone. Source: STATE-04, SESS-06.
 */
export async function rewindFiles(run: Worked, prompt: string, options: RewindOptions = {}): Promise<RewindResult> {
  const { rewindSession } = run.spec.checkpoints ?? (await loadCheckpoints('A rewind'));
  const result = await rewindSession(run.session.header, prompt, options);
  if (options.dryRun === true) return result;
  const seen = run.services.find(SeenFiles);
  for (const path of result.filesChanged ?? []) seen?.forget?.(path);
  return result;
}
