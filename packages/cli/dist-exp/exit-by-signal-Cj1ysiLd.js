import { t as signalExitCode } from "./signal-exit-code-B8hgi3nL.js";
import { isatty } from "node:tty";

// packages/cli/src/signals/exit-by-signal.ts
/** Ends this process at once, as the signal would, but with its exit listeners. */
function exitBySignal(signal) {
	if (signal === "SIGHUP") dieOfHangUp(() => process.emit("exit", signalExitCode(signal)));
	process.exit(signalExitCode(signal));
}
/**
* Ends this process by SIGHUP itself, which a shell reports as 129 too. At an orderly end, Node aborts if the terminal that it
* would restore is gone.
*/
function dieOfHangUp(before = () => {}) {
	if (![
		0,
		1,
		2
	].some((descriptor) => isatty(descriptor)) && !process.stdout.isTTY && !process.stderr.isTTY) return;
	before();
	process.removeAllListeners("SIGHUP");
	process.kill(process.pid, "SIGHUP");
}

export { exitBySignal as n, dieOfHangUp as t };