import { t as errors$1 } from "./errors-CdFutMww.js";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isText, isToolUse } from "@loadout/core";
import { listSessions, sessionPlace } from "@loadout/runner";

// packages/cli/src/replay/trace-events.ts
/** The events of a trace. A trace leaves out pieces of text, so each message arrives as one piece. */
const traceEvents = (lines) => lines.flatMap(eventsOf$1);
function eventsOf$1({ time: _, ...line }) {
	if (line.omitted !== void 0) return [{
		type: "notice",
		message: `A ${line.type} is not in the trace: ${String(line.omitted)}`
	}];
	if (line.type === "tool_result") return [toolResult(line)];
	if (line.type === "subagent") return eventsOf$1(line.event).map((event) => ({
		...line,
		event
	}));
	const event = line;
	return event.type === "message" ? [...spoken(event.message), event] : [event];
}
/** The events for a message, which originally arrived in pieces. */
const spoken = (message) => message.content.filter(isText).map(({ text }) => ({
	type: "text",
	text
}));
function toolResult(line) {
	const { id, name, content, isError, structuredContent, outcome, durationMs, input, code, stop } = line;
	const call = settledCall({
		id,
		name,
		input,
		content: content ?? "",
		outcome,
		durationMs,
		isError: isError === true
	});
	return {
		type: "tool_result",
		id,
		name,
		call: {
			...call,
			code,
			stop,
			result: {
				...call.result,
				structuredContent
			}
		}
	};
}
/** A call that has ended, as the run reported it. */
const settledCall = ({ id, name, input, content, outcome, durationMs, isError }) => ({
	id,
	name,
	outcome,
	input,
	durationMs,
	block: {
		type: "tool_result",
		tool_use_id: id,
		content
	},
	result: {
		toolUseId: id,
		content,
		typedContent: [{
			type: "text",
			text: content
		}],
		isError
	}
});

// packages/cli/src/replay/session-events.ts
/** A session as the events of its runs. Calls of sessions from before times were recorded take no time. */
function sessionEvents(records, { path }) {
	const [header] = records;
	if (header?.t !== "session") return [];
	const calls = /* @__PURE__ */ new Map();
	const model = records.find((record) => record.t === "message" && record.model !== void 0);
	return [init(header, {
		path,
		model: model?.t === "message" ? model.model ?? "" : ""
	}), ...records.flatMap((record) => eventsOf(record, calls))];
}
function init(header, { path, model }) {
	const { id: sessionId, agent, cwd } = header;
	return {
		type: "init",
		init: {
			sessionId,
			transcript: path,
			agent,
			cwd,
			tools: [],
			model: {
				id: model || "unknown",
				provider: "recorded"
			},
			permissionMode: "default",
			source: "startup"
		}
	};
}
function eventsOf(record, calls) {
	switch (record.t) {
		case "message": return messageEvents(record, calls);
		case "started": return permitted(record);
		case "ended": {
			const { name, input } = calls.get(record.id) ?? {
				name: "unknown",
				input: {}
			};
			const isError = record.block.is_error === true;
			const outcome = record.outcome;
			const ended = {
				id: record.id,
				name,
				input,
				content: textIn(record.block),
				outcome,
				isError,
				durationMs: record.durationMs ?? 0
			};
			return [{
				type: "tool_result",
				id: record.id,
				name,
				call: settledCall(ended)
			}];
		}
		case "compact": return [{
			type: "compact",
			trigger: record.trigger,
			preTokens: record.preTokens,
			how: "summarised"
		}];
		case "cut": return [{
			type: "notice",
			message: `What came after the message ${record.uuid} was taken back.`
		}];
		case "end": return [{
			type: "result",
			result: record.result
		}];
		default: return [];
	}
}
/** The event of a call that was allowed; none for a session from before decisions were recorded. */
function permitted({ id, name, decision }) {
	if (decision === void 0) return [];
	const { reason = "", rule, position, by } = decision;
	const decider = by === "hook" || by === "person" ? { by } : {};
	return [{
		type: "permitted",
		id,
		name,
		reason,
		...rule === void 0 ? {} : {
			rule,
			position
		},
		...decider
	}];
}
function messageEvents({ message, uuid = "", apiId = "", model = "", stopReason, usage }, calls) {
	if (message.role === "user") return [{
		type: "prompt",
		uuid,
		message
	}];
	for (const { id, name, input } of message.content.filter(isToolUse)) calls.set(id, {
		name,
		input
	});
	const told = {
		uuid,
		id: apiId,
		model,
		message,
		stopReason: stopReason ?? "end_turn"
	};
	return [...spoken(message), {
		type: "message",
		...told,
		usage
	}];
}
const textIn = ({ content }) => typeof content === "string" ? content : content.map((block) => isTextBlock(block) ? block.text : "[attachment]").join("\n");
const isTextBlock = (block) => typeof block === "object" && block !== null && "text" in block && typeof block.text === "string";

// packages/cli/src/replay/read-recording.ts
/** The file of a recording: a path, or a session of this folder. */
function recordingFile(given, { cwd, sessions }) {
	const path = resolve(cwd, given);
	const inFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, "trace.jsonl") : path;
	if (existsSync(inFolder)) return inFolder;
	const place = given === "latest" ? listSessions(sessions)[0] : /^[\w-]{1,64}$/.test(given) ? sessionPlace(sessions, given) : void 0;
	return place !== void 0 && existsSync(place.file) ? place.file : void 0;
}
/** The recorded events, as the run sent them. Throws REPLAY_FORMAT. */
function readRecording(path) {
	const lines = readFileSync(path, "utf8").split("\n");
	if (lines.at(-1) !== "") lines.pop();
	const records = lines.flatMap((line, index) => line.trim() === "" ? [] : [recordOf(line, {
		path,
		line: index + 1
	})]);
	const [first] = records;
	if (first === void 0) throw errors$1.REPLAY_FORMAT({
		path,
		line: 1,
		problem: "the file is empty"
	});
	return first.t === "session" ? sessionEvents(records, { path }) : traceEvents(records);
}
function recordOf(text, place) {
	let value;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw errors$1.REPLAY_FORMAT({
			...place,
			problem: error.message
		});
	}
	if (!(typeof value === "object" && value !== null && ("t" in value || "type" in value && "time" in value))) throw errors$1.REPLAY_FORMAT({
		...place,
		problem: "it says neither what it is nor when it was"
	});
	return value;
}

export { recordingFile as n, sessionEvents as r, readRecording as t };