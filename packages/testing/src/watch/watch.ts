import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { fileDoors } from './file-doors.js';
import { leftOf, type OpenResources, watchResources } from './left-behind.js';
import { networkDoors } from './network-doors.js';
import { globalDoors, programDoors } from './process-doors.js';
import type { Child, Doors, Phase, Seen, SeenKind } from './seen.js';

/** The effects of one or more functions. */
export interface Recording {
  /** Everything that was seen so far, in order. */
  readonly seen: readonly Seen[];
  /** Runs a function under the watch. What it starts, and what that starts, is seen too; what others do is not. */
  during<T>(phase: Phase, body: () => T): T;
}

/** Sees what functions do beside their answers: files, programs, the network, texts, the environment, and what is left. */
export interface Watch {
  /** `limitMs`: the time within which the functions must end. */
  record(limitMs?: number): Recording;
  /** Waits until nothing is left that keeps the process alive, at most the grace, and names what is. `folder`: of the case. */
  left(within: { readonly graceMs: number; readonly folder?: string | undefined }): Promise<string | undefined>;
  /** Ends the watch. */
  end(): void;
}

interface Watched {
  readonly phase: Phase;
  readonly limitMs: number;
  readonly seen: Seen[];
  readonly children: Child[];
  readonly open: OpenResources;
  /** The temporary folders that the functions made for themselves, also in earlier recordings. */
  readonly own: string[];
}

const DOORS: readonly Doors[] = [fileDoors, programDoors, networkDoors, globalDoors];

const within = new AsyncLocalStorage<Watched>();
let watches = 0;
let closeDoors: () => void = () => {};

export function watch(): Watch {
  if (watches++ === 0) closeDoors = openDoors();
  const children: Child[] = [];
  const own: string[] = [];
  const open: OpenResources = new Map();
  const resources = watchResources(open, () => within.getStore()?.open === open);
  return {
    record(limitMs = Number.POSITIVE_INFINITY) {
      const seen: Seen[] = [];
      return { seen, during: (phase, body) => within.run({ phase, limitMs, seen, children, open, own }, body) };
    },
    left: (limits) => leftOf({ ...limits, open, children }),
    end() {
      resources.disable();
      if (--watches === 0) closeDoors();
    },
  };
}

/** Whether a function runs under a watch here. */
export const isWatched = (): boolean => within.getStore() !== undefined;

/** The doors stand open once for all watches. Modules that name a function of Node get the watched one. */
function openDoors(): () => void {
  const see = (kind: SeenKind, what: string) => {
    const store = within.getStore();
    if (store === undefined) return undefined;
    if (kind === 'temporary' && what.startsWith(tmpdir())) store.own.push(what);
    else if (!isOwn(kind, what, store))
      store.seen.push({ kind: kind === 'temporary' ? 'write' : kind, what, phase: store.phase });
    return store.limitMs;
  };
  const undo = DOORS.map((doors) => doors({ see, children: (child) => void within.getStore()?.children.push(child) }));
  syncBuiltinESMExports();
  return () => {
    for (const one of undo.reverse()) one();
    syncBuiltinESMExports();
    // Node keeps an enabled storage in a list, which it goes through for every later promise of the process.
    within.disable();
  };
}

const isOwn = (kind: SeenKind, path: string, { own }: Watched): boolean =>
  (kind === 'read' || kind === 'write') && own.some((prefix) => path.startsWith(prefix));
