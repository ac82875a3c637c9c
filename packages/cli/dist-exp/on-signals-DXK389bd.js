import { i as plural } from "./numbers-Bo0ha32z.js";
import { t as END_SIGNALS } from "./end-signals-CQnsL1le.js";
import { n as exitBySignal } from "./exit-by-signal-Cj1ysiLd.js";
import { t as signalExitCode } from "./signal-exit-code-B8hgi3nL.js";

// packages/cli/src/serve/http/on-signals.ts
/** Handles signals: the first waits for the current runs, the second interrupts them, the third ends the process at once. */
function onSignals(io, { busy, interrupt }) {
	let count = 0;
	let exitCode = 0;
	let begin = () => {};
	const first = new Promise((resolve) => {
		begin = resolve;
	});
	const heard = (signal) => {
		count += 1;
		if (count > 2) exitBySignal(signal);
		if (count === 2) {
			exitCode = signalExitCode(signal);
			return interrupt();
		}
		if (busy() > 0) io.tell(`Waiting for ${plural(busy(), "run")}; a second signal interrupts.\n`);
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
		}
	};
}

export { onSignals as t };