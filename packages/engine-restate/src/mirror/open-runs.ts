import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@loadout/core';
import { EngineClient } from '../client/engine-client.js';
import { engineAddress } from '../engine/engine-place.js';
import { EngineMirror } from './engine-mirror.js';

/** The sessions of runs as files, in a folder that `close` removes. */
export interface OpenedRuns {
  readonly dir: string;
  /** The runs by their ids. */
  readonly runs: readonly string[];
  /** Reads news until the signal fires or nothing more can come. */
  follow(signal: AbortSignal): Promise<void>;
  close(): void;
}

interface OpenedBy {
  readonly env: Parameters<typeof engineAddress>[0];
  /** Gets the problem when the engine stops answering. */
  readonly tell: (problem: string) => void;
}

/** Writes the sessions of runs into files: of these ids, where `latest` is the newest run, or so many of the newest. Throws ENGINE_*. */
export async function openRuns(wanted: readonly string[] | number, { env, tell }: OpenedBy): Promise<OpenedRuns> {
  const client = new EngineClient(engineAddress(env));
  const newest = async (limit: number) => (await client.runs({ limit })).map(({ run }) => run);
  const runs =
    typeof wanted === 'number'
      ? await newest(wanted)
      : (await Promise.all(wanted.map((one) => (one === 'latest' ? newest(1) : [one])))).flat();
  const mirror = new EngineMirror(client);
  try {
    const open = new Set<string>();
    for (const run of runs) if (!(await mirror.update(run))) open.add(run);
    return { dir: mirror.dir, runs, follow: (signal) => follow(mirror, { open, signal, tell }), close: () => mirror.close() };
  } catch (error) {
    mirror.close();
    throw error;
  }
}

const EVERY_MS = 1_000;

interface Following {
  readonly open: Set<string>;
  readonly signal: AbortSignal;
  readonly tell: (problem: string) => void;
}

/** Asks the engine for news, until all runs have ended. An engine that does not answer is asked again. */
async function follow(mirror: EngineMirror, { open, signal, tell }: Following): Promise<void> {
  let isAnswered = true;
  while (open.size > 0 && !signal.aborted) {
    await pause(EVERY_MS, undefined, { signal }).catch(() => {});
    try {
      for (const run of open) if (!signal.aborted && (await mirror.update(run))) open.delete(run);
      isAnswered = true;
    } catch (error) {
      if (isAnswered && !signal.aborted) tell(messageOf(error));
      isAnswered = false;
    }
  }
}
