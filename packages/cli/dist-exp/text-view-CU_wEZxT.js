import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { n as tellProblem } from "./problem-CDMbAp4m.js";
import { i as plural, n as count, r as duration, t as cost } from "./numbers-Bo0ha32z.js";
import { t as callLabel } from "./call-label-D7UzNGxf.js";
import { a as summary, i as shortSummary, r as promptSummary, t as initLine } from "./summary-DJzdFwKV.js";
import { isToolUse } from "@loadout/core";

// packages/cli/src/render/activity.ts
/** The current activity for the status line: the running calls and their time, the turn, tokens, cost. */
var Activity = class {
	#cwd;
	#running = /* @__PURE__ */ new Map();
	#since = 0;
	#turn = 1;
	/** The number of turns whose calls may still run. */
	#turnsDone = 0;
	#tokens = 0;
	#cost = null;
	constructor(options) {
		this.#cwd = options.cwd;
	}
	event(event, now) {
		switch (event.type) {
			case "init":
				this.#since = now;
				break;
			case "reply":
				this.#since = now;
				this.#turn = this.#turnsDone + 1;
				break;
			case "turn": {
				const { usage, costUsd } = event.totals;
				this.#turnsDone = event.turn;
				this.#tokens = usage.input_tokens + usage.output_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
				this.#cost = costUsd;
				break;
			}
			case "tool_start":
				this.#running.set(event.id, {
					label: callLabel(event, this.#cwd),
					since: now
				});
				break;
			case "tool_progress": {
				const running = this.#running.get(event.id);
				if (running !== void 0) running.progress = oneLine(event.message, 60);
				break;
			}
			case "subagent": {
				const running = this.#running.get(event.toolUseId ?? "");
				if (running !== void 0 && event.event.type === "tool_start") running.progress = oneLine(callLabel(event.event, this.#cwd), 60);
				break;
			}
			case "tool_result": this.#running.delete(event.id);
		}
	}
	text(now) {
		const [first, ...others] = this.#running.values();
		const what = first === void 0 ? `waiting for the model ${duration(now - this.#since)}` : `${first.label} ${duration(now - first.since)}${first.progress === void 0 ? "" : ` · ${first.progress}`}`;
		const more = others.length === 0 ? [] : [`${others.length} more`];
		const money = this.#cost === null ? [] : [cost(this.#cost)];
		return [
			what,
			...more,
			`turn ${this.#turn}`,
			`${count(this.#tokens)} tokens`,
			...money
		].join(" · ");
	}
};

// packages/cli/src/render/call-line.ts
const MARKS = {
	done: ["●", "green"],
	failed: ["✗", "red"],
	denied: ["⊘", "yellow"],
	deferred: ["■", "yellow"],
	refused: ["✗", "red"],
	interrupted: ["■", "yellow"]
};
/** One line for a call that has ended. For a call that failed, the reason follows below. */
function callLine(call, { cwd, paint }) {
	const [mark, style] = MARKS[call.outcome];
	const facts = call.outcome === "done" || call.outcome === "failed" ? `${duration(call.durationMs)}  ${call.outcome === "failed" ? "failed" : extent(call)}` : call.outcome;
	const line = `${paint(style, mark)} ${callLabel(call, cwd)}  ${paint(call.outcome === "done" ? "dim" : style, facts)}`;
	return call.outcome === "done" ? line : `${line}\n  ${paint(style, oneLine(whyOf(call), 400))}`;
}
/** The amount of returned content. */
function extent({ result }) {
	const spilled = /^<persisted-output>\n.*Original size: (\d+) characters/.exec(result.content);
	if (spilled !== null) return `${count(Number(spilled[1]))} characters, saved to a file`;
	if (result.content === "(tool completed with no output)") return "no output";
	const others = result.typedContent.filter((block) => block.type !== "text").length;
	const text = result.content.replace(/\n$/, "");
	return [...text === "" ? [] : [plural(text.split("\n").length, "line")], ...others === 0 ? [] : [plural(others, "attachment")]].join(", ") || "no output";
}
const whyOf = ({ result }) => result.content.replace(/\s*<system-reminder>[\s\S]*$/, "") || "without a message";

// packages/cli/src/render/screen.ts
/**
* Shows both streams as one picture: the answer on standard output, lines on standard error, and one status line at the bottom of
* a terminal. The status line is removed before other text is written.
*/
var Screen = class {
	#io;
	#status;
	/** Whether the answer's last line is still open. */
	#open = false;
	constructor(io) {
		this.#io = io;
	}
	answer(text) {
		if (text === "") return;
		this.clear();
		this.#io.out(text);
		this.#open = !text.endsWith("\n");
	}
	endAnswer() {
		if (this.#open) this.answer("\n");
	}
	line(text) {
		this.clear();
		if (this.#io.isTerminal) this.endAnswer();
		this.#io.tell(`${text}\n`);
	}
	/** Draws the status line. Does nothing in a pipe, and while the answer's line is open. */
	status(text) {
		if (!this.#io.isTerminal || this.#open || text === this.#status) return;
		this.#io.tell(`${this.#status === void 0 ? "" : "\r\x1B[2K"}${this.#io.paint("dim", fit(text, this.#io.columns - 1))}`);
		this.#status = text;
	}
	clear() {
		if (this.#status === void 0) return;
		this.#io.tell("\r\x1B[2K");
		this.#status = void 0;
	}
};
/** The part of a line that fits, with wide characters counted as two, so that the line never wraps and can be removed. */
function fit(text, columns) {
	let width = 0;
	let end = 0;
	for (const character of text) {
		width += (character.codePointAt(0) ?? 0) >= 4352 && character !== "…" ? 2 : 1;
		if (width > columns) return text.slice(0, end);
		end += character.length;
	}
	return text;
}

// packages/cli/src/render/verbose-lines.ts
const RESULT_LINES = 20;
/** The lines that `--verbose` adds to an event's own line. */
function verboseLines(event) {
	switch (event.type) {
		case "tool_start": return [`${event.name} ${oneLine(JSON.stringify(event.input), 400)}`];
		case "tool_result": {
			if (event.call.outcome !== "done" && event.call.outcome !== "failed") return [];
			const lines = printable(event.call.result.content).trimEnd().split("\n");
			if (event.call.outcome === "failed" && lines.length === 1) return [];
			const rest = lines.length - RESULT_LINES;
			return [...lines.slice(0, RESULT_LINES), ...rest > 0 ? [`… ${rest} more lines`] : []];
		}
		case "hook": return [`hook ${event.name} (${event.event}): ${event.outcome}, ${duration(event.durationMs)}`];
		default: return [];
	}
}

// packages/cli/src/render/subagent-lines.ts
/** Lines about subagents: the call that starts a subagent, one line for each ended call, and its end. */
var SubagentLines = class {
	#paint;
	/** The known agents by id: their labels and working directories. */
	#known = /* @__PURE__ */ new Map();
	/** The running calls by id. One of them may start an agent. */
	#calls = /* @__PURE__ */ new Map();
	constructor(paint) {
		this.#paint = paint;
	}
	/** Records the calls that may start agents. */
	watch(event, cwd) {
		if (event.type === "tool_start") this.#calls.set(event.id, callLabel(event, cwd));
		if (event.type === "tool_result") this.#calls.delete(event.id);
	}
	of({ path, event, toolUseId }, { verbose }) {
		const id = path.at(-1) ?? "";
		if (event.type === "init") return this.#begin(event, {
			path,
			id,
			toolUseId
		});
		const cwd = this.#known.get(id)?.cwd ?? "";
		this.watch(event, cwd);
		const details = verbose ? verboseLines(event).map((line) => this.#paint("dim", `  ${line}`)) : [];
		const lines = [...this.#ownLines(event, cwd), ...details].flatMap((line) => line.split("\n"));
		const start = `${indent(path.length)}${this.#who(path)} `;
		if (event.type === "result") this.#known.delete(id);
		return lines.map((line) => start + line);
	}
	#begin({ init }, { path, id, toolUseId = "" }) {
		this.#known.set(id, {
			label: labelOf(init.agent, id),
			cwd: init.cwd
		});
		const call = this.#calls.get(toolUseId) ?? "an agent starts";
		return [`${indent(path.length - 1)}${this.#paint("dim", `▸ ${call}`)}`];
	}
	#who(path) {
		return this.#paint("dim", path.map((id) => this.#known.get(id)?.label ?? id).join(" › "));
	}
	#ownLines(event, cwd) {
		switch (event.type) {
			case "tool_result": return [callLine(event.call, {
				cwd,
				paint: this.#paint
			})];
			case "notice": return [this.#paint("yellow", oneLine(`note: ${event.message}`, 500))];
			case "hook":
				if (event.problem === void 0) return [];
				return [this.#paint("yellow", oneLine(`hook ${event.name} (${event.event}): ${event.problem}`, 500))];
			case "result": {
				const { result } = event;
				const why = result.error === void 0 ? "" : `: ${oneLine(result.error.message, 400)}`;
				return [this.#paint(result.outcome === "success" ? "dim" : "yellow", `${shortSummary(result)}${why}`)];
			}
			default: return [];
		}
	}
};
const indent = (depth) => "  ".repeat(depth);
/** The label `Explore 4e5f`. The id is needed because several agents of one kind may run side by side. */
const labelOf = (agent, id) => oneLine(`${agent} ${id.slice(-4)}`);

// packages/cli/src/render/text-view.ts
/** The view for people: the answer as it arrives, a line for each call, the current activity, and the outcome. */
var TextView = class {
	#options;
	#screen;
	#subagents;
	#live;
	#cwd = "";
	#text = "";
	#thinking = "";
	#hasAnswered = false;
	#stopPulse = () => {};
	/** The number of open questions. */
	#asking = 0;
	constructor(options) {
		this.#options = options;
		this.#screen = new Screen(options.io);
		this.#subagents = new SubagentLines(options.io.paint);
		this.#live = options.io.isTerminal && !options.structured;
		const { within, activity, pulse } = options;
		if (within === void 0) return;
		activity.event({
			type: "init",
			init: within
		}, pulse.now());
		this.#start(within);
	}
	event(event) {
		const { activity, pulse } = this.#options;
		activity.event(event, pulse.now());
		this.#subagents.watch(event, this.#cwd);
		if (event.type === "thinking") this.#thinking += event.text;
		else this.#showThinking();
		this.#show(event);
	}
	async whileAsking(ask) {
		this.#asking += 1;
		this.#screen.clear();
		this.#screen.endAnswer();
		try {
			return await ask();
		} finally {
			this.#asking -= 1;
		}
	}
	#show(event) {
		const { io, verbose } = this.#options;
		switch (event.type) {
			case "init":
				this.#begin(event.init);
				break;
			case "text":
				this.#showText(printable(event.text));
				break;
			case "message":
				this.#endMessage(event.message.content.some(isToolUse));
				break;
			case "discard":
				this.#text = "";
				this.#aside("dim", `The answer was cut off. Asking again: ${event.reason}`);
				break;
			case "retry":
				this.#aside("dim", `Asking again in ${duration(event.delayMs)}, attempt ${event.attempt + 1}: ${event.reason}`);
				break;
			case "compact":
				this.#aside("dim", `Compacted the conversation (${count(event.preTokens)} tokens): ${event.how === "cleared" ? "cleared old tool results" : "summarised older messages"}`);
				break;
			case "waiting":
				this.#aside("dim", event.message);
				break;
			case "notice":
				this.#aside("yellow", `note: ${event.message}`);
				break;
			case "tool_result":
				this.#screen.line(callLine(event.call, {
					cwd: this.#cwd,
					paint: io.paint
				}));
				break;
			case "subagent":
				for (const line of this.#subagents.of(event, { verbose })) this.#screen.line(line);
				break;
			case "hook":
				if (event.problem !== void 0) this.#aside("yellow", `hook ${event.name} (${event.event}): ${event.problem}`);
				break;
			case "result": this.#end(event.result);
		}
		if (verbose) for (const line of verboseLines(event)) this.#screen.line(io.paint("dim", `  ${line}`));
	}
	#aside(style, text) {
		this.#screen.line(this.#options.io.paint(style, oneLine(text, 500)));
	}
	#begin(init) {
		this.#screen.line(this.#dim(initLine(init)));
		this.#start(init);
	}
	#start({ cwd }) {
		const { io, pulse, activity } = this.#options;
		this.#cwd = cwd;
		if (!io.isTerminal) return;
		this.#stopPulse = pulse.every(100, () => {
			if (this.#asking === 0) this.#screen.status(activity.text(pulse.now()));
		});
	}
	/** In a pipe, only the end of the message tells whether the text is the answer. */
	#showText(text) {
		if (this.#live) this.#screen.answer(text);
		else this.#text += text;
	}
	#endMessage(hasCalls) {
		if (!hasCalls) this.#hasAnswered = true;
		const text = this.#text;
		this.#text = "";
		if (text !== "" && (hasCalls || this.#options.structured)) this.#screen.line(text.trimEnd());
		else this.#screen.answer(text);
		this.#screen.endAnswer();
	}
	#showThinking() {
		const text = printable(this.#thinking).trim();
		this.#thinking = "";
		if (text !== "" && this.#options.verbose) this.#screen.line(this.#dim(`thinking: ${text}`));
	}
	#end(result) {
		const { io } = this.#options;
		this.#stopPulse();
		this.#screen.clear();
		if (this.#text.trim() !== "") this.#screen.line(this.#text.trimEnd());
		if (result.structuredOutput !== void 0) this.#screen.answer(`${printableJson(result.structuredOutput, 2)}\n`);
		else if (!this.#hasAnswered && result.outcome === "success") this.#screen.answer(printable(result.text));
		this.#screen.endAnswer();
		if (result.error !== void 0 && result.outcome !== "interrupted") tellProblem(result.error, io);
		if (result.deferredCall !== void 0) this.#screen.line(oneLine(`deferred: ${callLabel(result.deferredCall, this.#cwd)}`, 400));
		const { within } = this.#options;
		this.#screen.line(this.#dim(within === void 0 ? summary(result) : promptSummary(result)));
		if (within === void 0 && RESUMABLE.has(result.outcome)) this.#screen.line(this.#dim(`Continue with: loadout resume ${result.sessionId}`));
	}
	#dim(text) {
		return this.#options.io.paint("dim", text);
	}
};
const RESUMABLE = /* @__PURE__ */ new Set([
	"interrupted",
	"deferred",
	"error_limit",
	"error_max_turns",
	"error_model"
]);

export { Activity as n, TextView as t };