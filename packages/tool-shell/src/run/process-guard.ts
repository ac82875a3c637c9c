import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { killTree, killTreeNow, type ProcessTree } from '@loadout/node';
import { hasGroups, hasProc } from '@loadout/node/platform';

/** The variable with the run's id in every process of a run, so that all of them can be found. */
export const RUN_TAG = 'LOADOUT_RUN';

/** Ends every process that this plugin started: when the plugin is disposed of, and when this process exits or is killed. */
export interface ProcessGuard {
  /** The mark of every process that the plugin starts, in front of the run's own id. */
  readonly tag: string;
  /** Watches the exit of this process, from the first command on. */
  watch(): void;
  dispose(): Promise<void>;
}

interface Watched {
  readonly tree: ProcessTree;
  readonly cleanUp: () => void;
}

/** One listener serves all guards, because Node warns about more than a few exit listeners. */
const watched = new Set<Watched>();
/** The first half of the mark, which every command of this process has. */
const ofProcess = randomUUID().slice(0, 18);
let endSurvivor = () => {};
const onExit = () => {
  endSurvivor();
  for (const { tree, cleanUp } of watched) {
    killTreeNow(tree);
    cleanUp();
  }
};

/** `cleanUp` runs when all processes have ended. */
export function createProcessGuard(cleanUp: () => void): ProcessGuard {
  const tag = ofProcess + randomUUID().slice(ofProcess.length);
  const own: Watched = { tree: { tag }, cleanUp };
  return {
    tag,
    watch() {
      if (watched.size === 0) {
        process.on('exit', onExit);
        endSurvivor = startSurvivor(ofProcess);
      }
      watched.add(own);
    },
    async dispose() {
      if (!watched.delete(own)) return;
      if (watched.size === 0) {
        process.off('exit', onExit);
        endSurvivor();
      }
      await killTree(own.tree);
      cleanUp();
    },
  };
}

/** Waits until its input ends, and kills what has the mark in its environment. A fork may escape one look, but hardly three. */
const KILL_MARKED = `cat > /dev/null
for look in 1 2 3; do
  for file in $(grep -als -- "$1" /proc/[0-9]*/environ); do
    pid="\${file#/proc/}"
    kill -KILL "\${pid%/environ}"
  done
done`;

/**
 * Starts a shell that outlives this process if that is killed, and then kills the processes with the mark in their environment: nobody
 * else would end them (decision 0133). Returns a function that ends the shell. Linux only.
 */
function startSurvivor(mark: string): () => void {
  if (!hasProc()) return () => {};
  let shell: ChildProcess | undefined;
  // The command that is about to start does not wait for it.
  const starting = setImmediate(() => {
    shell = started(mark);
  });
  return () => {
    clearImmediate(starting);
    shell?.kill('SIGKILL');
  };
}

function started(mark: string): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', KILL_MARKED, 'sh', mark], {
    cwd: '/',
    // Without the mark, and outside of the group that Ctrl+C reaches.
    env: { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' },
    detached: hasGroups(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  (shell.stdin as Socket).unref();
  shell.unref();
  return shell;
}
