import { constants } from "node:os";

// packages/cli/src/signals/signal-exit-code.ts
/** The exit code that a shell reports for a program that a signal ended: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM. */
const signalExitCode = (signal) => 128 + constants.signals[signal];

export { signalExitCode as t };