import { n as printable } from "./printable-BZRRzLGW.js";
import { o as trustText } from "./settle-trust-COPkQTMd.js";
import { isLoadoutError } from "@loadout/core";
import { recordTrust } from "@loadout/config";
import { StringDecoder } from "node:string_decoder";

// packages/cli/src/ask/line-reader.ts
const readers = /* @__PURE__ */ new WeakMap();
/** Returns the single reader of an input: text that was read ahead for one question stays available for the next. */
function lineReader(io) {
	const reader = readers.get(io) ?? new LineReader(io);
	readers.set(io, reader);
	return reader;
}
/** Reads lines of an input, one at a time. Nothing is read before the first line is requested. */
var LineReader = class {
	#open;
	#decoder = new StringDecoder("utf8");
	#input;
	/** A pending read. If its caller gives up, the next caller gets the result. */
	#pending;
	#text = "";
	#ended = false;
	constructor(io) {
		this.#open = () => io.stdin;
	}
	/** Returns a line without its line end; `undefined` at the end of the input, and when the signal aborts. */
	async next(signal) {
		while (!this.#text.includes("\n") && !this.#ended) {
			const piece = await this.#piece(signal);
			if (piece === void 0) return void 0;
			this.#text += piece;
		}
		if (this.#text === "") return void 0;
		const [line = "", ...rest] = this.#text.split("\n");
		this.#text = rest.join("\n");
		return line.replace(/\r$/, "");
	}
	/** `undefined` when the signal aborts. */
	async #piece(signal) {
		this.#input ??= this.#open()[Symbol.asyncIterator]();
		this.#pending ??= this.#input.next();
		const found = await orAborted(this.#pending, signal);
		if (found === void 0) return void 0;
		this.#pending = void 0;
		if (found.done !== true) return typeof found.value === "string" ? found.value : this.#decoder.write(found.value);
		this.#ended = true;
		return this.#decoder.end();
	}
};
function orAborted(promise, signal) {
	return new Promise((resolve, reject) => {
		const stop = () => resolve(void 0);
		if (signal.aborted) return stop();
		signal.addEventListener("abort", stop, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}

// packages/cli/src/load/ask-trust.ts
const QUESTION = "Trust it? [y] this content  [f] this folder from now on, including later changes  [N] no: ";
/** Whether there is a person to ask. */
const canAsk = (io) => io.isTerminal && io.stdin.isTTY === true;
/** Shows the active parts and their changes, and asks once. */
async function askTrust(verdict, io) {
	io.tell(`${trustText(verdict, io)}\n`);
	return askExtent(io);
}
/** Asks how long to trust. An empty line, the end of the input and any unclear answer mean no. */
async function askExtent(io) {
	io.tell(QUESTION);
	const line = await lineReader(io).next(new AbortController().signal);
	if (line === void 0) io.tell("\n");
	const answer = line?.trim().toLowerCase() ?? "";
	if (answer === "y" || answer === "yes") return "content";
	return answer === "f" || answer === "folder" ? "folder" : void 0;
}
/** Records an answer, and says how long it lasts. */
async function keepAnswer(verdict, { extent, file, io }) {
	await recordTrust(file, verdict, extent);
	const holds = extent === "folder" ? "Trusted from now on" : "Trusted until the content changes";
	io.tell(`${holds}. Recorded in ${printable(file)}; loadout trust --revoke removes the trust.\n`);
}
/** Shows the changes in a standing trusted folder once, and continues. */
async function tellStanding(verdict, { file, io }) {
	const names = [...new Set((verdict.changes ?? []).map(({ path, how }) => `${path} (${how})`))];
	io.tell(`note: ${printable(`${verdict.config} changed in a folder that you trust: ${names.join(", ")}.`)}\n`);
	try {
		await recordTrust(file, verdict, "folder");
	} catch (error) {
		if (!isLoadoutError(error) && !(error instanceof Error && "errno" in error)) throw error;
	}
}

export { tellStanding as a, keepAnswer as i, askTrust as n, lineReader as o, canAsk as r, askExtent as t };