import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Child } from './seen.js';

/**
 * The kinds of resources that keep a process alive until somebody ends them, as Node names them. Connections are kept open for the
 * next request, which is not a fault.
 */
const KINDS: Readonly<Record<string, string>> = {
  Timeout: 'timer',
  TCPSERVERWRAP: 'server',
  PIPESERVERWRAP: 'server',
  UDPWRAP: 'socket',
  FSEVENTWRAP: 'file watcher',
  STATWATCHER: 'file watcher',
  PROCESSWRAP: 'child process',
  WORKER: 'worker',
};

/** The time between two looks at what is left. */
const LOOK_MS = 5;

/** The looks that a short grace has too: on a busy machine, Node may not have told yet what has ended. */
const LEAST_LOOKS = 5;

export type OpenResources = Map<number, { readonly kind: string; readonly resource: Resource }>;

interface Resource {
  readonly hasRef?: () => boolean;
  readonly _repeat?: number | null;
}

/** Keeps a list of the resources that are made where `isOurs` holds, and not yet destroyed. */
export const watchResources = (open: OpenResources, isOurs: () => boolean) =>
  createHook({
    init(id, type, _trigger, resource) {
      const kind = KINDS[type];
      if (kind !== undefined && isOurs()) open.set(id, { kind, resource });
    },
    destroy: (id) => void open.delete(id),
  }).enable();

interface Left {
  readonly open: OpenResources;
  readonly children: readonly Child[];
  readonly graceMs: number;
  readonly folder?: string | undefined;
}

export async function leftOf(left: Left): Promise<string | undefined> {
  const end = performance.now() + left.graceMs;
  for (let looks = 1; ; looks++) {
    const found = named(left);
    if (found === undefined || (looks > LEAST_LOOKS && performance.now() > end)) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function named({ open, children, folder }: Left): string | undefined {
  const child = children.find(({ pid, exitCode, signalCode }) => pid !== undefined && exitCode === null && signalCode === null);
  if (child !== undefined) return `the child process ${child.spawnfile}`;
  const resource = [...open.values()].find(({ resource }) => resource.hasRef?.() !== false || isRepeating(resource));
  if (resource !== undefined) return `a ${resource.kind}`;
  const other = folder === undefined ? undefined : processIn(folder);
  return other === undefined ? undefined : `the process ${other}, which a child process started`;
}

/** An interval acts for ever, also one that does not keep the process alive. */
const isRepeating = ({ _repeat = null }: Resource): boolean => _repeat !== null;

/**
 * The command of a process that works in the folder or got it in its environment: one that a child left behind. Only Linux tells.
 */
function processIn(folder: string): string | undefined {
  for (const pid of processIds()) {
    try {
      const isThere =
        readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
      if (isThere) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch {
      // A process of somebody else, or one that has ended meanwhile.
    }
  }
  return undefined;
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  } catch {
    return [];
  }
}
