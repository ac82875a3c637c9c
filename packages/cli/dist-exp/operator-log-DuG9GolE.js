import { t as errors } from "./errors-CdFutMww.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { closeSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { isLoadoutError, messageOf, ruleText } from "@loadout/core";

// packages/cli/src/watch/operator-log.ts
/**
* Writes one JSON line for each run that starts or ends, each call, and each refused request. A line that cannot be written, for
* example because the disk is full, is reported once and ends nothing.
*/
var OperatorLog = class {
	#write;
	#io;
	#hasFailed = false;
	constructor(write, io) {
		this.#write = write;
		this.#io = io;
	}
	started({ id, session, agent }) {
		this.#add({
			level: "info",
			event: "run.started",
			run: id,
			session,
			agent
		});
	}
	event(run, event) {
		if (event.type === "subagent") this.#event(run, event.event, { subagent: event.path.join("/") });
		else this.#event(run, event, {});
	}
	ended({ id, session, agent }, result) {
		const { outcome, turns, toolCalls, costUsd, durationMs, modelMs, usage, error } = result;
		this.#add({
			level: outcome === "success" ? "info" : "warn",
			event: "run.ended",
			run: id,
			session,
			agent,
			outcome,
			turns,
			calls: toolCalls,
			denied: result.denials.length,
			input_tokens: usage.input_tokens,
			output_tokens: usage.output_tokens,
			cost_usd: costUsd,
			ms: Math.round(durationMs),
			model_ms: Math.round(modelMs),
			...error === void 0 ? {} : {
				code: error.code,
				message: error.message
			}
		});
	}
	refused({ code, message, what }) {
		this.#add({
			level: "warn",
			event: "request.refused",
			request: what,
			code,
			message
		});
	}
	/** `below`: the ids of the subagent that the event comes from, the outermost first. */
	#event({ id, session, agent }, event, below) {
		const of = {
			run: id,
			session,
			agent,
			...below
		};
		if (event.type === "tool_result") this.#add({
			...callLine(event.call),
			...of
		});
		if (event.type === "notice" && event.level === void 0) this.#add({
			level: "warn",
			event: "notice",
			...of,
			message: event.message
		});
	}
	#add(line) {
		try {
			const text = printableJson({
				time: (/* @__PURE__ */ new Date()).toISOString(),
				...line
			});
			this.#write(`${this.#io.redact?.(text) ?? text}\n`);
			this.#hasFailed = false;
		} catch (error) {
			if (!this.#hasFailed) this.#io.tell(`note: The log cannot be written: ${printable(messageOf(error))}\n`);
			this.#hasFailed = true;
		}
	}
};
function callLine({ id, name, outcome, durationMs, code, rule, deniedBy, result }) {
	const place = rule?.position === void 0 ? {} : { place: placeOf(rule.position) };
	const by = rule === void 0 ? {} : {
		rule: ruleText(rule),
		...place
	};
	return {
		level: outcome === "done" ? "info" : "warn",
		event: "call",
		tool: name,
		call: id,
		outcome,
		ms: Math.round(durationMs),
		...code === void 0 ? {} : { code },
		...outcome === "denied" ? {
			reason: result.content,
			...by
		} : {},
		...deniedBy === void 0 ? {} : { denied_by: deniedBy }
	};
}
const placeOf = ({ file, line, column }) => `${file}:${line}:${column}`;
/** Opens the log that `--log` names: a file to append to, or `-` for standard error. Throws LOG_NOT_OPEN. */
function openLog(target, io) {
	if (target === "-") return Object.assign(new OperatorLog((line) => io.tell(line), io), { close: () => {} });
	const fd = opened(resolve(io.cwd, target));
	return Object.assign(new OperatorLog((line) => void writeSync(fd, line), io), { close: () => closeSync(fd) });
}
function opened(file) {
	try {
		return openSync(file, "a", 384);
	} catch (error) {
		if (isLoadoutError(error)) throw error;
		throw errors.LOG_NOT_OPEN({
			file,
			problem: messageOf(error)
		}, { cause: error });
	}
}

export { openLog as t };