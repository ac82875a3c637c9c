import { constants } from 'node:os';

/** What a shell says of a program that a signal ended. */
export const signalExitCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
