import { signalExitCode } from '@loadout/command';

/** Registers the signals that come from elsewhere. Ctrl+C is a key here. */
export function onSignals({
  interrupt,
  stop,
}: {
  readonly interrupt: () => void;
  readonly stop: (signal: NodeJS.Signals) => void;
}) {
  let stoppedBy: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals) => {
    stoppedBy = signal;
    stop(signal);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', end).on('SIGHUP', end);
  return {
    exitCode: () => (stoppedBy === undefined ? 0 : signalExitCode(stoppedBy)),
    release() {
      process.off('SIGINT', interrupt).off('SIGTERM', end).off('SIGHUP', end);
    },
  };
}
