import { randomUUID } from 'node:crypto';
import { killTree, killTreeNow, type ProcessTree } from '@loadout/node';
import { startSurvivor } from './survivor.js';

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
