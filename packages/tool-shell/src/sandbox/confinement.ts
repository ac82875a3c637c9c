import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SandboxPlan } from '@loadout/core/run';
import { type SystemName, sandboxOf } from '@loadout/node/platform';
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
  if (kind === undefined) throw new Error(`commands can be confined on Linux and macOS, and this is ${system}`);
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

/** Words that may begin a command line of the sandbox package, besides bubblewrap's own path. */
const LONG = '/bin/sh -c ';

/**
 * Runs bubblewrap without the mounts for missing names. bubblewrap would create an empty file on the host for each of them. Git,
 * a second terminal, and every program after a kill would see the file. The package writes `--args` if the mounts are too many
 * for one line. See decisions/0016.
 */
const ENTER = `loadout_enter() {
  local -a words=() kept=() more=()
  local -i at=0
  if [[ $1 == /bin/sh ]]; then exec 9< "$5" || exit 126; shift 5; fi
  for word; do
    if [[ $word == -- ]]; then break; fi
    words+=("$word"); shift
    if (( \${#words[@]} > 1 )) && [[ \${words[-2]} == --args ]]; then
      mapfile -d '' -t more <&9; exec 9<&-
      unset 'words[-1]' 'words[-1]'; words+=("\${more[@]}")
    fi
  done
  while (( at < \${#words[@]} )); do
    if [[ \${words[at]} == --ro-bind ]] && loadout_is_absent "\${words[at + 1]}" "\${words[at + 2]}"; then at+=3
    else kept+=("\${words[at]}"); at+=1
    fi
  done
  exec "\${kept[@]}" "$@"
}
loadout_is_absent() { [[ ( $1 == /dev/null || $1 == */claude-empty-* ) && ! -e $2 && ! -L $2 ]]; }
loadout_enter `;

/** Throws for a command line in another form: an unknown form may create files. */
function withoutMountPoints(wrapped: string, bwrap: string): string {
  if (!wrapped.startsWith(`${bwrap} `) && !wrapped.startsWith(LONG))
    throw new Error(`the command line of @anthropic-ai/sandbox-runtime is of a form that is not known: ${wrapped.slice(0, 60)}`);
  return `${ENTER}${wrapped}`;
}
