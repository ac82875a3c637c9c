import { setTimeout as pause } from 'node:timers/promises';
import { printable } from '@loadout/command';
import { messageOf } from '@loadout/core';
import type { Io } from '../io.js';
import { engineClient } from '../load/engine-package.js';
import type { ConfigFlags } from '../load/load-plan.js';
import { type Workplace, workplaceOf } from '../load/session-folder.js';
import { EngineMirror } from './engine-mirror.js';

/** Where a command reads sessions from: the folder of this workspace, or an engine. */
export interface SessionSource extends Workplace {
  /** The sessions that were asked for, by their ids. */
  readonly given: readonly string[];
  /** Reads news until the signal fires or nothing more can come. A folder changes by itself. */
  follow(signal: AbortSignal): Promise<void>;
  close(): void;
}

export interface SourceWish {
  readonly flags: ConfigFlags & { readonly engine: boolean };
  readonly io: Io;
  /** The command, for the error about a missing package. */
  readonly command: string;
}

/** Opens the sessions with these ids. Throws PACKAGE_MISSING, ENGINE_UNREACHABLE, ENGINE_RUN_UNKNOWN with `--engine`. */
export async function openSessions(given: readonly string[], wish: SourceWish): Promise<SessionSource> {
  const place = await workplaceOf(wish.flags, wish.io);
  if (!wish.flags.engine) return { ...place, given, follow: async () => {}, close: () => {} };
  return fromEngine(place, wish, async (client) => {
    const newest = given.includes('latest') ? (await client.runs({ limit: 1 })).map(({ run }) => run) : [];
    return given.flatMap((one) => (one === 'latest' ? newest : [one]));
  });
}

/** Opens the newest sessions, at most so many. */
export async function openNewest(most: number, wish: SourceWish): Promise<SessionSource> {
  const place = await workplaceOf(wish.flags, wish.io);
  if (!wish.flags.engine) return { ...place, given: [], follow: async () => {}, close: () => {} };
  return fromEngine(place, wish, async (client) => (await client.runs({ limit: most })).map(({ run }) => run));
}

type Client = ConstructorParameters<typeof EngineMirror>[0];

async function fromEngine(
  place: Workplace,
  { io, command }: SourceWish,
  choose: (client: Client) => Promise<readonly string[]>,
): Promise<SessionSource> {
  const client = await engineClient(io.env, `loadout ${command} --engine`);
  const given = await choose(client);
  const mirror = new EngineMirror(client);
  try {
    const open = new Set<string>();
    for (const run of given) if (!(await mirror.update(run))) open.add(run);
    return {
      ...place,
      sessions: { dir: mirror.dir },
      given,
      follow: (signal) => follow(mirror, { open, signal, io }),
      close: () => mirror.close(),
    };
  } catch (error) {
    mirror.close();
    throw error;
  }
}

const EVERY_MS = 1_000;

/** Asks the engine for news, until all runs have ended. An engine that does not answer is asked again. */
async function follow(
  mirror: EngineMirror,
  { open, signal, io }: { readonly open: Set<string>; readonly signal: AbortSignal; readonly io: Io },
): Promise<void> {
  let isAnswered = true;
  while (open.size > 0 && !signal.aborted) {
    await pause(EVERY_MS, undefined, { signal }).catch(() => {});
    try {
      for (const run of open) if (!signal.aborted && (await mirror.update(run))) open.delete(run);
      isAnswered = true;
    } catch (error) {
      if (isAnswered && !signal.aborted) io.tell(`note: ${printable(messageOf(error))}\n`);
      isAnswered = false;
    }
  }
}
