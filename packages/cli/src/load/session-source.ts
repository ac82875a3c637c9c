import { printable } from '@loadout/command';
import type { EngineClient } from '@loadout/engine-restate';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';
import type { ConfigFlags } from './load-plan.js';
import { type Workplace, workplaceOf } from './session-folder.js';

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
