import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** The exit code that a shell reports for a program that a signal ended: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM. */
export const signalExitCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** The signals that ask a process to end in order. A closing terminal sends SIGHUP. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends this process at once, as the signal would, but with its exit listeners. */
export function exitBySignal(signal: NodeJS.Signals): never {
  if (signal === 'SIGHUP') dieOfHangUp(() => process.emit('exit', signalExitCode(signal)));
  process.exit(signalExitCode(signal));
}

/**
 * Ends this process by SIGHUP itself, which a shell reports as 129 too. At an orderly end, Node aborts if the terminal that it
 * would restore is gone.
 */
export function dieOfHangUp(before: () => unknown = () => {}): void {
  if (![0, 1, 2].some((descriptor) => isatty(descriptor)) && !process.stdout.isTTY && !process.stderr.isTTY) return;
  before();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
