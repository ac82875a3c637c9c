import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SandboxPlan } from '@loadout/core/run';
import { type SystemName, sandboxOf } from '@loadout/node/platform';
import { withoutMountPoints } from './enter-text.js';
import type { Confinement } from './runtime.js';
import { realPlace, withSystemEnv } from './seatbelt-text.js';

interface Asked {
  readonly plan: SandboxPlan;
  /** The PATH in which programs are looked up. */
  readonly path: string;
}

/** Throws an error whose message names the missing part. */
export function confinementOn(system: SystemName, asked: Asked): Confinement {
  const kind = sandboxOf(system);
  if (kind === undefined) throw new Error(`commands are kept in on Linux and macOS, and this is ${system}`);
  return kind === 'bubblewrap' ? byBubblewrap(asked) : bySeatbelt(asked);
}

function byBubblewrap({ plan: { network }, path }: Asked): Confinement {
  const bwrap = findProgram('bwrap', path, 'bubblewrap is not installed');
  const needsProxy = network.allowedDomains.length > 0;
  const config = { bwrapPath: bwrap, ...(needsProxy ? { socatPath: findProgram('socat', path, 'socat is not installed') } : {}) };
  const bash = findProgram('bash', path, 'bash is not installed');
  if (network.allowUnixSockets.length > 0)
    throw new Error('allowUnixSockets names single sockets, and on Linux all of them or none can be let through');
  return {
    name: 'bubblewrap',
    bash,
    config,
    network: {},
    placeOf: (path) => path,
    enter: (wrapped) => withoutMountPoints(wrapped, bwrap),
  };
}

/** Needs nothing to be installed: the shell and the program of Seatbelt belong to macOS, where no command can replace them. */
const bySeatbelt = ({ plan }: Asked): Confinement => ({
  name: 'Seatbelt',
  bash: '/bin/bash',
  config: {},
  network: { allowUnixSockets: [...plan.network.allowUnixSockets], allowLocalBinding: plan.network.allowLocalBinding },
  placeOf: realPlace,
  enter: withSystemEnv,
});

/**
 * Finds a program in an absolute folder, because a folder that a command can write to must not choose the programs of the
 * sandbox.
 */
function findProgram(name: string, path: string, missing: string): string {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // The program is not in this folder.
    }
  }
  throw new Error(missing);
}
