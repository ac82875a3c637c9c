import { t as isEngineCall } from "./is-engine-call-CSG5p59t.js";
import { t as errors } from "./errors-CdFutMww.js";
import { n as exitCodeOfError } from "./exit-code-DYIrWmlJ.js";
import { i as plain, r as painted } from "./decision-BnLJaKz7.js";
import { n as tellProblem, t as problemOf } from "./problem-CDMbAp4m.js";
import { t as dieOfHangUp } from "./exit-by-signal-Cj1ysiLd.js";
import { t as signalExitCode } from "./signal-exit-code-B8hgi3nL.js";
import { n as endOnSignals } from "./end-signals-CQnsL1le.js";
import { t as tellFailure } from "./tell-failure-Bs9JNRpK.js";
import { Console } from "node:console";

// packages/cli/src/io.ts
/** The input and output of a command. All output passes through here and leaves without the declared secrets. */
var Io = class {
	cwd;
	env;
	/** Whether both ends are a terminal, so that progress and colours may be shown. */
	isTerminal;
	#parts;
	#redact;
	#paint;
	#isClosed = false;
	#lost;
	#whenClosed = () => {};
	constructor(parts) {
		this.cwd = parts.cwd;
		this.env = parts.env;
		this.#parts = parts;
		this.isTerminal = parts.stdout.isTTY === true && parts.stderr.isTTY === true && parts.env.TERM !== "dumb";
		this.#paint = this.isTerminal && !parts.env.NO_COLOR ? painted : plain;
	}
	get columns() {
		return this.#parts.stderr.columns || 80;
	}
	/** The input, which is opened at its first use. */
	get stdin() {
		return this.#parts.stdin;
	}
	get paint() {
		return this.#paint;
	}
	withoutColour() {
		this.#paint = plain;
	}
	/** Removes the declared secrets; `undefined` while there are none. */
	get redact() {
		return this.#redact;
	}
	/** Hides the secrets from now on. */
	hide(redact) {
		this.#redact = redact;
	}
	/** Hides these texts too, from now on. */
	hideToo(redact) {
		const before = this.#redact;
		if (redact !== void 0) this.#redact = before === void 0 ? redact : (text) => redact(before(text));
	}
	/** Standard output: the answer, or the requested document. */
	out(text) {
		if (!this.#isClosed) this.#parts.stdout.write(this.#redact?.(text) ?? text);
	}
	/** Standard error: every other message. */
	tell(text) {
		this.#parts.stderr.write(this.#redact?.(text) ?? text);
	}
	/** Records that output was lost, for example because the disk is full. Nothing more is printed. */
	fail(error) {
		this.#lost ??= error;
		this.close();
	}
	/** The reason why standard output lost text. */
	get lost() {
		return this.#lost;
	}
	/** Stops printing, because nobody reads standard output any more, as behind `| head`. */
	close() {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#whenClosed();
	}
	whenClosed(action) {
		this.#whenClosed = action;
		if (this.#isClosed) action();
	}
};

// packages/cli/src/process-io.ts
/** The streams of this process. */
function processIo() {
	globalThis.console = new Console(process.stderr);
	const io = new Io({
		cwd: process.cwd(),
		env: process.env,
		get stdin() {
			return process.stdin;
		},
		stdout: process.stdout,
		stderr: process.stderr
	});
	process.stdout.on("error", (error) => {
		if (error.code === "EPIPE" || error.code === "EIO") io.close();
		else io.fail(error);
	});
	process.stderr.on("error", () => {});
	return io;
}
/**
* Watches for an early end without a failure: a plugin called `process.exit`, or waits for an event that never comes. Returns a
* function that ends the watch.
*/
function watchEnd(io) {
	let waits = false;
	const onIdle = () => {
		waits = true;
	};
	const onExit = (code) => {
		if (code !== 0) return;
		process.exitCode = 1;
		tellProblem(problemOf(errors.ENDED_EARLY({ waits })), io);
	};
	process.once("beforeExit", onIdle).once("exit", onExit);
	return () => void process.off("beforeExit", onIdle).off("exit", onExit);
}
/** The time in which the process may end by itself after its last output. */
const GRACE_MS = 10;
/** Settles when all printed text has been taken, or is lost. */
const printed = () => new Promise((resolve) => process.stdout.write("", () => resolve()));
/** Ends the process with this code: at once if nothing is open, otherwise a moment later. */
function endProcess(code) {
	process.exitCode = code;
	if (code === signalExitCode("SIGHUP")) dieOfHangUp(() => process.emit("exit", code));
	setTimeout(() => process.exit(), GRACE_MS).unref();
}

// packages/cli/src/command-line.ts
/** Runs the command line, from the arguments to the exit code of this process. */
async function runCommandLine(argv) {
	const io = processIo();
	const ended = watchEnd(io);
	endOnSignals();
	const code = await exitCodeFor(argv, io);
	await printed();
	ended();
	if (io.lost !== void 0) tellProblem(problemOf(errors.OUTPUT_LOST({ problem: io.lost.message })), io);
	endProcess(io.lost === void 0 ? code : 1);
}
/** An engine is started often, by a program that waits for it, so it loads none of the commands. */
async function exitCodeFor(argv, io) {
	try {
		if (isEngineCall(argv)) return await (await import("./run-engine-COIYII4_.js")).runEngine(argv, io);
		return await (await import("./run-command-BZzlULy0.js")).runCommand(argv, io);
	} catch (error) {
		await tellFailure(error, io);
		return exitCodeOfError(error);
	}
}

export { runCommandLine };