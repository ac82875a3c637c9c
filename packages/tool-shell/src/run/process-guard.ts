import { killTree, type ProcessTree, signalAll } from '@loadout/node';

/** Sees to it that nothing which this plugin started outlives it: not its dispose, and not an exit of this process. */
export interface ProcessGuard {
  /** Carried by every process that the plugin starts, in front of the run's own id. */
  readonly tag: string;
  /** From the first command on the exit of this process is watched. */
  watch(): void;
  dispose(): Promise<void>;
}

const MOST_ROUNDS = 50;

interface Watched {
  readonly tree: ProcessTree;
  readonly cleanUp: () => void;
}

/** One listener for all: an exit has room for few before Node warns. */
const watched = new Set<Watched>();
/** On exit, waiting is impossible, but a second sweep is not: a fork may outrun the first. */
const onExit = () => {
  for (const { tree, cleanUp } of watched) {
    for (let round = 0; round < MOST_ROUNDS && signalAll(tree, 'SIGKILL') > 0; round++);
    cleanUp();
  }
};

/** `cleanUp` runs when all are gone. */
export function createProcessGuard(tag: string, cleanUp: () => void): ProcessGuard {
  const own: Watched = { tree: { tag }, cleanUp };
  return {
    tag,
    watch() {
      if (watched.size === 0) process.on('exit', onExit);
      watched.add(own);
    },
    async dispose() {
      if (!watched.delete(own)) return;
      if (watched.size === 0) process.off('exit', onExit);
      await killTree(own.tree);
      cleanUp();
    },
  };
}
