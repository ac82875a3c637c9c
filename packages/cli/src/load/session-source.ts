import { realpathSync } from 'node:fs';
import { printable, workingFolder } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import type { PermissionRule } from '@loadout/core/run';
import type { EngineClient } from '@loadout/engine-restate';
import { type SessionFolder, sessionFolder } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';
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

/** Opens the sessions with these ids. Throws PACKAGE_MISSING, ENGINE_UNREACHABLE, ENGINE_RUN_UNKNOWN with `--engine`. */
export const openSessions = (given: readonly string[], wish: SourceWish): Promise<SessionSource> =>
  open(wish, {
    given,
    onEngine: async (client) => {
      const newest = given.includes('latest') ? await newestRuns(client, 1) : [];
      return given.flatMap((one) => (one === 'latest' ? newest : [one]));
    },
  });

/** Opens the newest sessions, at most so many. */
export const openNewest = (most: number, wish: SourceWish): Promise<SessionSource> =>
  open(wish, { given: [], onEngine: (client) => newestRuns(client, most) });

const newestRuns = async (client: EngineClient, limit: number) => (await client.runs({ limit })).map(({ run }) => run);

interface Chosen {
  readonly given: readonly string[];
  readonly onEngine: (client: EngineClient) => Promise<readonly string[]>;
}

async function open({ flags, io, command }: SourceWish, { given, onEngine }: Chosen): Promise<SessionSource> {
  const place = await workplaceOf(flags, io);
  if (!flags.engine) return { ...place, given, follow: async () => {}, close: () => {} };
  const { EngineClient, engineAddress, mirrorRuns } = await loadPackage('@loadout/engine-restate', {
    needs: `loadout ${command} --engine`,
    names: ['EngineClient', 'engineAddress', 'mirrorRuns'],
  });
  const client = new EngineClient(engineAddress(io.env));
  const runs = await onEngine(client);
  const tell = (problem: string) => io.tell(`note: ${printable(problem)}\n`);
  const { dir, ...mirrored } = await mirrorRuns(runs, { client, tell });
  return { ...place, ...mirrored, sessions: { dir }, given: runs };
}
