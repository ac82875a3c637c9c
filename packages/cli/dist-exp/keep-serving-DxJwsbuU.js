import { n as printable } from "./printable-BZRRzLGW.js";

// packages/cli/src/serve/keep-serving.ts
/**
* Reports faults that belong to no run, such as a fault in the timer of a plugin. They end nothing, because a server has other
* runs. Returns a function that ends the watch.
*/
function keepServing(io) {
	const tell = (fault) => io.tell(`note: A fault outside of any run, which goes on: ${printable(fault instanceof Error ? fault.stack ?? fault.message : String(fault))}\n`);
	process.on("uncaughtException", tell).on("unhandledRejection", tell);
	return () => void process.off("uncaughtException", tell).off("unhandledRejection", tell);
}

export { keepServing as t };