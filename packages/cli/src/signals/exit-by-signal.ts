import { isatty } from 'node:tty';
import { signalExitCode } from './signal-exit-code.js';

/** Ends this process at once, as that signal would, with its exit listeners. */
export function exitBySignal(signal: NodeJS.Signals): never {
  if (signal === 'SIGHUP') dieOfHangUp(() => process.emit('exit', signalExitCode(signal)));
  process.exit(signalExitCode(signal));
}

/**
 * Node aborts at an orderly end when the terminal that it would give back is gone. So a process that was started on a terminal
 * ends of the signal itself, which a shell reports as 129 too.
 */
export function dieOfHangUp(before: () => unknown = () => {}): void {
  if (![0, 1, 2].some((descriptor) => isatty(descriptor)) && !process.stdout.isTTY && !process.stderr.isTTY) return;
  before();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
