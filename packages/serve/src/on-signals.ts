import { END_SIGNALS, exitBySignal, plural, signalExitCode } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';

interface Work {
  readonly busy: () => number;
  readonly interrupt: () => void;
}

export interface ServerSignals {
  readonly first: Promise<void>;
  /** The exit code, which is 0 while no run has been interrupted. */
  readonly exitCode: number;
  release(): void;
}

/** Handles signals: the first waits for the current runs, the second interrupts them, the third ends the process at once. */
export function onSignals(io: Pick<CommandHost, 'tell'>, { busy, interrupt }: Work): ServerSignals {
  let count = 0;
  let exitCode = 0;
  let begin = () => {};
  const first = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const heard = (signal: NodeJS.Signals) => {
    count += 1;
    if (count > 2) exitBySignal(signal);
    if (count === 2) {
      exitCode = signalExitCode(signal);
      return interrupt();
    }
    if (busy() > 0) io.tell(`Waiting for ${plural(busy(), 'run')}; a second signal interrupts.\n`);
    begin();
  };
  for (const signal of END_SIGNALS) process.on(signal, heard);
  return {
    first,
    get exitCode() {
      return exitCode;
    },
    release() {
      for (const signal of END_SIGNALS) process.off(signal, heard);
    },
  };
}
