import { r as printableJson } from "./printable-BZRRzLGW.js";

// packages/cli/src/render/json-views.ts
/** Prints one JSON object per line: every event as it is, and an ended call without the data that only the loop needs. */
var StreamJsonView = class {
	#io;
	constructor(io) {
		this.#io = io;
	}
	event(event) {
		this.#io.out(`${printableJson(plainEvent(event))}\n`);
	}
};
/** An event for a program. An ended call loses the data that only the loop needs. */
function plainEvent(event) {
	if (event.type === "subagent") return {
		...event,
		event: plainEvent(event.event)
	};
	return event.type === "tool_result" ? {
		...event,
		call: void 0,
		...trimmed(event.call)
	} : event;
}
function trimmed({ outcome, result, durationMs, code, stop }) {
	const { content, isError, structuredContent } = result;
	return {
		outcome,
		isError,
		content,
		structuredContent,
		durationMs,
		code,
		stop
	};
}
/** Prints one document when the run has ended: its result, and the description of the run. */
var JsonView = class {
	#io;
	#init;
	constructor(io) {
		this.#io = io;
	}
	event(event) {
		if (event.type === "init") this.#init = event.init;
		if (event.type !== "result") return;
		const { agent, model, transcript, permissionMode } = this.#init ?? {};
		this.#io.out(`${printableJson({
			...event.result,
			agent,
			model,
			permissionMode,
			transcript
		}, 2)}\n`);
	}
};

export { StreamJsonView as n, plainEvent as r, JsonView as t };