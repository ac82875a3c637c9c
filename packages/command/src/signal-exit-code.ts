import { constants } from 'node:os';

/** The exit code that a shell reports for a program that a signal ended: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM. */
export const signalExitCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
