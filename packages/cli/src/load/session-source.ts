import { realpathSync } from 'node:fs';
import { neededPackage, workingFolder } from '@loadout/command';
import { storedSession } from '@loadout/command/runs';
import { isLoadoutError } from '@loadout/core';
import type { StoredSession } from '@loadout/core/commands';
import type { PermissionRule } from '@loadout/core/run';
import { type SessionFolder, sessionFolder } from '@loadout/sessions';
import type { Io } from '../io.js';
import { type ConfigFlags, loadPlan } from './load-plan.js';

export interface Workplace {
  readonly workspace: string;
  readonly sessions: SessionFolder;
  /** The declared secrets. Empty if the configuration is gone. */
  readonly secrets: readonly string[];
  /** The rules that hold for every agent. */
  readonly rules: readonly PermissionRule[];
}

/** The folder of the sessions. Sessions can be listed even if the configuration is gone. */
export async function workplaceOf(flags: ConfigFlags, io: Io): Promise<Workplace> {
  try {
    const { plan } = await loadPlan(flags, { io, wish: { keepParams: true, loadsNothing: true } });
    const workspace = realpathSync.native(plan.workspace);
    const { secrets, permissions } = plan;
    const sessions = sessionFolder({ workspace, dir: plan.sessions.dir, env: io.env });
    return { workspace, sessions, secrets, rules: permissions.rules };
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || flags.config !== undefined) throw error;
    const workspace = realpathSync.native(workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd }));
    return { workspace, sessions: sessionFolder({ workspace, env: io.env }), secrets: [], rules: [] };
  }
}

/** Where a command reads sessions from: the folder of this workspace, or an engine. */
export interface SessionSource extends Workplace {
  /** The sessions that were asked for, by their ids. */
  readonly given: readonly string[];
  find(given: string): StoredSession;
  /** Reads news until the signal fires or nothing more can come. A folder changes by itself. */
  follow(signal: AbortSignal): Promise<void>;
  close(): void;
}

interface SourceWish {
  readonly flags: ConfigFlags & { readonly engine: boolean };
  readonly io: Io;
  /** The command, for the error about a missing package. */
  readonly command: string;
}

/**
 * Opens the sessions with these ids, or so many of the newest. Throws PACKAGE_MISSING, ENGINE_UNREACHABLE, ENGINE_RUN_UNKNOWN with
 * `--engine`.
 */
export async function openSessions(
  wanted: readonly string[] | number,
  { flags, io, command }: SourceWish,
): Promise<SessionSource> {
  const place = await workplaceOf(flags, io);
  const find = (given: string) => storedSession(given, place);
  if (!flags.engine)
    return { ...place, given: typeof wanted === 'number' ? [] : wanted, find, follow: async () => {}, close: () => {} };
  const { openRuns } = await neededPackage('@loadout/engine-restate', {
    needs: `loadout ${command} --engine`,
    load: () => import('@loadout/engine-restate'),
  });
  const tell = (problem: string) => io.note(problem);
  const { dir, runs, ...mirrored } = await openRuns(wanted, { env: io.env, tell });
  const sessions = { dir };
  return { ...place, ...mirrored, sessions, given: runs, find: (given) => storedSession(given, { sessions }) };
}
