import { t as END_SIGNALS } from "./end-signals-CQnsL1le.js";
import { n as exitBySignal } from "./exit-by-signal-Cj1ysiLd.js";
import { t as signalExitCode } from "./signal-exit-code-B8hgi3nL.js";

// packages/cli/src/signals/on-interrupt.ts
/**
* Handles signals: the first ends the run in order, with every open call answered, so that the session can continue. The second
* ends the process at once.
*/
function onInterrupt(io, interrupt) {
	let first;
	const handle = (signal) => {
		if (first !== void 0) {
			if (io.isTerminal) io.tell("\r\x1B[2K");
			exitBySignal(signal);
		}
		first = signal;
		interrupt();
	};
	for (const signal of END_SIGNALS) process.on(signal, handle);
	return {
		get exitCode() {
			return first === void 0 ? void 0 : signalExitCode(first);
		},
		release() {
			for (const signal of END_SIGNALS) process.off(signal, handle);
		}
	};
}

export { onInterrupt as t };