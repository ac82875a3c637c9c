import { n as exitBySignal } from "./exit-by-signal-Cj1ysiLd.js";

// packages/cli/src/signals/end-signals.ts
/** The signals that ask a process to end in order. A closing terminal sends SIGHUP. */
const END_SIGNALS = [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
];
/** Ctrl+\ ends the process at once, as elsewhere, but also every process that it started. */
const AT_ONCE = ["SIGQUIT"];
/**
* Makes sure that no started process outlives this one, however a command handles signals. By default, a signal ends a process
* without its exit listeners.
*/
function endOnSignals() {
	for (const signal of [...END_SIGNALS, ...AT_ONCE]) process.on(signal, () => {
		if (process.listenerCount(signal) === 1) exitBySignal(signal);
	});
}

export { endOnSignals as n, END_SIGNALS as t };