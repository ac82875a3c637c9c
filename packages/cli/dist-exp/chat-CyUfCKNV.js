import { t as tellFailure } from "./tell-failure-Bs9JNRpK.js";
import { n as Activity, t as TextView } from "./text-view-CU_wEZxT.js";
import { n as printable, t as oneLine } from "./printable-BZRRzLGW.js";
import { a as permissionFrom, n as prepareAgent, o as elicitFrom, r as Person, s as systemPulse, t as checkRunFlags } from "./prepare-agent-Bw_KXmpE.js";
import { t as initLine } from "./summary-DJzdFwKV.js";
import { n as holdingSecrets } from "./session-agent-D5JQ7oue.js";
import { t as errors$1 } from "./errors-CdFutMww.js";
import { i as plural, n as count, t as cost } from "./numbers-Bo0ha32z.js";
import { t as table } from "./table-IDrEM81G.js";
import { t as checkNeeds } from "./check-needs-BZa_5cTg.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as targetAgent } from "./target-agent-FpuCx81Q.js";
import { n as exitBySignal } from "./exit-by-signal-Cj1ysiLd.js";
import { t as signalExitCode } from "./signal-exit-code-B8hgi3nL.js";
import { rmSync } from "node:fs";
import { PERMISSION_MODES, isText, nearest, textOf } from "@loadout/core";
import { StringDecoder } from "node:string_decoder";
import { replaySession } from "@loadout/runner";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";

// packages/cli/src/chat/chat-view.ts
/** Shows a conversation on a terminal: each prompt like a run, and events between prompts above the line that is being typed. */
var ChatView = class {
	#parts;
	#whole;
	#init;
	#prompt;
	constructor(parts) {
		this.#parts = parts;
		this.#whole = holdingSecrets({
			secrets: parts.agent.spec.secrets,
			redact: parts.io.redact
		});
	}
	/** Begins a prompt. Until its result, all events belong to the prompt. */
	begin() {
		this.#prompt = this.#textView();
	}
	event(event) {
		for (const one of this.#whole(event)) this.#show(one);
	}
	async whileAsking(ask) {
		return this.#prompt === void 0 ? ask() : this.#prompt.whileAsking(ask);
	}
	#show(event) {
		const { io, keyboard } = this.#parts;
		if (event.type === "init") {
			this.#init = event.init;
			io.tell(`${io.paint("dim", initLine(event.init))}\n`);
		} else if (this.#prompt !== void 0) this.#prompt.event(event);
		else for (const line of asides(event)) keyboard.aside(() => io.tell(`${io.paint("yellow", oneLine(line, 500))}\n`));
		if (event.type === "result") this.#prompt = void 0;
	}
	#textView() {
		const { io, agent, verbose } = this.#parts;
		const activity = new Activity({ cwd: agent.spec.roots[0] });
		const within = this.#init;
		return new TextView({
			io,
			pulse: systemPulse,
			activity,
			verbose,
			structured: agent.spec.output !== void 0,
			within
		});
	}
};
/** The lines for an event between two prompts. */
function asides(event) {
	if (event.type === "notice") return [`note: ${event.message}`];
	if (event.type === "waiting") return [event.message];
	if (event.type === "hook" && event.problem !== void 0) return [`hook ${event.name} (${event.event}): ${event.problem}`];
	if (event.type === "task" && event.state !== "running") return [`${event.title}: ${event.state}`];
	return [];
}

// packages/cli/src/chat/session.ts
/** The current conversation, and the parts of it that the commands of a chat use. */
var Session = class Session {
	#parts;
	#conversation;
	#prompts = [];
	#lastResult;
	#isOver = false;
	constructor(parts, conversation) {
		this.#parts = parts;
		this.#conversation = conversation;
	}
	/** Starts or continues a conversation. Throws if it cannot start. */
	static async open(parts, choice) {
		const early = [];
		let session;
		const onEvent = (event) => session === void 0 ? void early.push(event) : session.#tell(event);
		session = new Session(parts, await parts.agent.open({
			...choice,
			onEvent
		}));
		for (const event of early) session.#tell(event);
		if (choice.resume !== void 0) session.#showWhereItStands();
		return session;
	}
	get agent() {
		return this.#parts.agent;
	}
	get conversation() {
		return this.#conversation;
	}
	get skills() {
		return Object.values(this.agent.spec.plan.skills ?? {});
	}
	/** The person's prompts, in order. */
	get prompts() {
		return this.#prompts;
	}
	get lastResult() {
		return this.#lastResult;
	}
	get isOver() {
		return this.#isOver;
	}
	print(text) {
		this.#parts.io.tell(text);
	}
	agrees(question) {
		return this.#parts.agrees(question);
	}
	/** Runs one turn of the conversation and shows it until it ends. */
	async turn(work) {
		const conversation = this.#conversation;
		if (this.#lastResult?.outcome === "interrupted" && this.#prompts.length > 0) conversation.append([{
			type: "text",
			text: "[Interrupted by the person.]"
		}]);
		this.#parts.view.begin();
		this.#lastResult = await work(conversation);
	}
	async renew() {
		await this.close();
		const { agent } = this.#parts;
		this.#prompts = [];
		this.#lastResult = void 0;
		this.#conversation = await agent.open({ onEvent: (event) => this.#tell(event) });
	}
	end() {
		this.#isOver = true;
	}
	/** Closes the conversation and shows how to continue it. */
	async close() {
		const { sessionId, transcript } = this.#conversation;
		await this.#conversation.close();
		if (this.#prompts.length === 0) return removeIfEmpty(transcript);
		this.print(`Session ${sessionId}. Continue with: loadout chat --resume ${sessionId}\n`);
	}
	#tell(event) {
		if (event.type === "prompt") {
			const text = event.message.content.find(isText)?.text ?? "";
			this.#prompts.push({
				uuid: event.uuid,
				text
			});
		}
		this.#parts.view.event(event);
	}
	/** Shows the last message, so that the person finds the way back in. */
	#showWhereItStands() {
		const { messages, ended } = replaySession(this.#conversation.transcript);
		const last = messages.findLast((message) => message.role === "assistant" && textOf(message).trim() !== "");
		const { io } = this.#parts;
		if (last !== void 0) this.print(`${io.paint("dim", `said last: ${oneLine(textOf(last), 400)}`)}\n`);
		if (!ended) this.print(`${io.paint("dim", "The answer was cut off. The next prompt continues from there.")}\n`);
	}
};
function removeIfEmpty(transcript) {
	try {
		if (replaySession(transcript).messages.length === 0) rmSync(transcript);
	} catch {}
}

// packages/cli/src/chat/chat-texts.ts
/** The tokens used since the conversation began, by model. */
function costText(result) {
	if (result === void 0) return "No tokens used yet.\n";
	const rows = Object.entries(result.models).map(([name, used]) => [
		oneLine(name),
		`${count(sentOf(used.usage))} in / ${count(used.usage.output_tokens)} out tokens`,
		cost(used.costUsd)
	]);
	return table([...rows, [
		"total",
		`${count(sentOf(result.usage))} in / ${count(result.usage.output_tokens)} out tokens`,
		cost(result.costUsd)
	]]);
}
const sentOf = (usage) => usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
/** The size of the next request, and its share of the context window. */
function contextText({ window, compactsAt, system, tools, messages, total }) {
	const ofTools = tools.reduce((sum, tool) => sum + tool.tokens, 0);
	const part = window === void 0 ? "the model's context window is unknown" : `${(100 * total / window).toFixed(1)}% of ${count(window)}`;
	const rows = [
		["system prompt", count(system)],
		[`${tools.length} tools`, count(ofTools)],
		["messages", count(messages)],
		[
			"total",
			count(total),
			part
		]
	];
	const made = compactsAt === void 0 || window === void 0 ? "" : `Compaction starts at ${count(compactsAt)} tokens.\n`;
	return `Estimated tokens:\n${table(rows.map(([what = "", tokens = "", more = ""]) => [
		what,
		tokens,
		more
	]), [1])}${made}`;
}

// packages/cli/src/chat/slash-commands.ts
/** The commands of the chat itself. Any other text that begins with a slash is a skill or an error. */
const SLASH_COMMANDS = [
	{
		name: "help",
		summary: "Show this help.",
		run: (_, session) => session.print(helpText(session))
	},
	{
		name: "model",
		takes: "[name]",
		summary: "Show the model, or change it.",
		run: changeModel
	},
	{
		name: "mode",
		takes: "[mode]",
		summary: "Show the permission mode, or change it.",
		run: changeMode
	},
	{
		name: "compact",
		takes: "[instructions]",
		summary: "Replace the conversation with a summary.",
		run: (rest, session) => session.turn((conversation) => conversation.compact(rest))
	},
	{
		name: "cost",
		summary: "Show the tokens and cost so far, by model.",
		run: (_, session) => session.print(costText(session.lastResult))
	},
	{
		name: "context",
		summary: "Show the size of the next request.",
		run: (_, session) => session.print(contextText(session.conversation.contextUsage()))
	},
	{
		name: "clear",
		summary: "Start a new session; the current one is kept.",
		run: (_, session) => session.renew()
	},
	{
		name: "rewind",
		takes: "[number]",
		summary: "Restore files to their state before a prompt.",
		run: rewind
	},
	{
		name: "exit",
		summary: "End the chat. Ctrl+D does the same.",
		run: (_, session) => session.end()
	}
];
/** Reads `/name rest`. `undefined` for a prompt. Throws CHAT_COMMAND. */
function slashCommand(text, { skills }) {
	const [, name, rest = ""] = /^\/([\w:-]+)(?:\s+([\s\S]*))?$/.exec(text.trimEnd()) ?? [];
	if (name === void 0) return void 0;
	const command = SLASH_COMMANDS.find((one) => one.name === name || name === "quit" && one.name === "exit");
	if (command !== void 0) return {
		command,
		rest: rest.trim()
	};
	const offered = userSkills(skills);
	if (offered.some((skill) => skill.name === name || skill.aliases.includes(name))) return void 0;
	const names = [...SLASH_COMMANDS, ...offered].map((one) => one.name);
	const near = nearest(name, names);
	throw errors$1.CHAT_COMMAND({
		name: `/${name}`,
		nearest: near === void 0 ? void 0 : `/${near}`
	});
}
const userSkills = (skills) => skills.filter((skill) => skill.userInvocable);
/** The completions for Tab: the names of commands and skills. */
const completions = (skills) => (line) => line.startsWith("/") ? [...SLASH_COMMANDS, ...userSkills(skills)].map(({ name }) => `/${name} `).filter((name) => name.startsWith(line)) : [];
function helpText({ skills }) {
	const rows = SLASH_COMMANDS.map(({ name, takes, summary }) => [`/${name}${takes === void 0 ? "" : ` ${takes}`}`, summary]);
	const own = userSkills(skills).map(({ name, argumentHint, description }) => [oneLine(`/${name}${argumentHint === void 0 ? "" : ` ${argumentHint}`}`, 40), oneLine(description, 80)]);
	return [
		table(rows),
		own.length === 0 ? "" : `Skills and commands:\n${table(own)}`,
		"Ctrl+C interrupts the current work; twice at an empty prompt, it ends the chat. A line that ends with \\ continues on the next line.\n"
	].join("");
}
async function changeModel(name, session) {
	const { agent, conversation } = session;
	if (name !== "") {
		await agent.spec.modelFor(name);
		conversation.setModel(name);
		return session.print(`The next prompt uses ${printable(name)}.\n`);
	}
	const declared = Object.keys(agent.spec.plan.models);
	const others = declared.length === 0 ? "Available: any provider/id" : `Declared: ${declared.join(", ")}; or any provider/id`;
	session.print(printable(`${conversation.inspect().model}. ${others}. To change it: /model NAME\n`));
}
function changeMode(name, session) {
	const { conversation } = session;
	const mode = name === "" ? conversation.permissionMode : PERMISSION_MODES.find((one) => one === name);
	if (mode === void 0) throw errors$1.CHAT_MODE({
		value: name,
		nearest: nearest(name, PERMISSION_MODES),
		choices: PERMISSION_MODES
	});
	if (name !== "") conversation.setPermissionMode(mode);
	session.print(name === "" ? `${mode}. Available: ${PERMISSION_MODES.join(", ")}.\n` : `The permission mode is now ${mode}.\n`);
}
async function rewind(which, session) {
	const { agent, conversation, prompts } = session;
	if (agent.spec.sessions.checkpoints !== true) throw errors$1.CHAT_CHECKPOINTS({});
	if (which === "") {
		const rows = prompts.map(({ text }, index) => [`${index + 1}.`, oneLine(text, 70)]);
		return session.print(rows.length === 0 ? "There are no prompts yet.\n" : `${table(rows)}/rewind NUMBER restores files to their state before that prompt.\n`);
	}
	const prompt = /^\d+$/.test(which) ? prompts[Number(which) - 1] : void 0;
	if (prompt === void 0) throw errors$1.CHAT_REWIND({
		value: which,
		count: prompts.length
	});
	const would = await conversation.rewind(prompt.uuid, { dryRun: true });
	const files = would.filesChanged ?? [];
	if (!would.canRewind || files.length === 0) return session.print(`${printable(would.error ?? "No file would change.")}\n`);
	session.print(`${files.map((file) => `  ${printable(file)}\n`).join("")}`);
	if (!await session.agrees(`Restore ${plural(files.length, "file")}? This cannot be undone.`)) return;
	const done = await conversation.rewind(prompt.uuid);
	session.print(`${printable(done.error ?? `Restored ${plural(done.filesChanged?.length ?? 0, "file")}.`)} The conversation is unchanged.\n`);
}

// packages/cli/src/chat/chat.ts
/** The number of Ctrl+C without an effect that end the process. */
const PATIENCE = 3;
/** Takes one prompt after the other, until the person ends the conversation. */
var Chat = class Chat {
	#io;
	#keyboard;
	#session;
	/** The number of Ctrl+C since the last line. */
	#interrupts = 0;
	/** Whether an automatic turn failed. If so, the chat waits for the person. */
	#hasFailed = false;
	#stopped = new AbortController();
	constructor(parts, session) {
		this.#io = parts.io;
		this.#keyboard = parts.keyboard;
		this.#session = session;
	}
	/** Opens the conversation. Throws if it cannot start. */
	static async open(parts) {
		const { io, agent, person, keyboard, verbose, choice } = parts;
		const view = new ChatView({
			io,
			agent,
			verbose,
			keyboard
		});
		person.view = view;
		for (const message of agent.notices) view.event({
			type: "notice",
			message
		});
		const agrees = async (question) => {
			person.show([`${question} Type y to agree.`]);
			return /^y(?:es)?$/i.test((await person.line(new AbortController().signal))?.trim() ?? "");
		};
		return new Chat(parts, await Session.open({
			io,
			agent,
			view,
			agrees
		}, choice));
	}
	/** The agent's current working directory. */
	get cwd() {
		return this.#session.conversation.inspect().cwd;
	}
	/** Interrupts the current work and takes no more prompts. */
	stop() {
		this.#session.end();
		this.#session.conversation.interrupt();
		this.#stopped.abort();
	}
	async run() {
		const session = this.#session;
		this.#keyboard.onInterrupt = () => this.interrupt();
		this.#io.tell(`${this.#io.paint("dim", "/help lists the commands.")}\n`);
		try {
			while (!session.isOver) {
				const text = await this.#read();
				if (text === void 0) break;
				this.#interrupts = 0;
				if (text !== "") this.#hasFailed = false;
				await this.#take(text);
			}
		} finally {
			await session.close();
		}
	}
	/** Handles Ctrl+C during a turn. */
	interrupt() {
		this.#interrupts += 1;
		this.#session.conversation.interrupt();
		if (this.#interrupts === 2) this.#io.tell("\nEnding the current work. Press Ctrl+C once more to end this process.\n");
		if (this.#interrupts < PATIENCE) return;
		this.#keyboard.stop();
		process.exit(130);
	}
	async #take(text) {
		const session = this.#session;
		try {
			if (text === "") await this.#goOn();
			else {
				const slash = slashCommand(text, session);
				if (slash === void 0) await session.turn((conversation) => conversation.ask(text));
				else await slash.command.run(slash.rest, session);
			}
		} catch (error) {
			await tellFailure(error, this.#io);
		}
	}
	async #goOn() {
		const session = this.#session;
		await session.turn((conversation) => conversation.goOn());
		this.#hasFailed = session.lastResult?.outcome !== "success";
	}
	/** Returns the next prompt. An empty prompt means that the model should hear of an event; `undefined` means the end. */
	async #read() {
		let text = "";
		for (;;) {
			const typed = await this.#line(text === "" ? "> " : "… ");
			if (typed.kind === "line") {
				text += typed.text;
				if (text.trim() === "") text = "";
				else if (!text.endsWith("\\")) return text;
				else text = `${text.slice(0, -1)}\n`;
			} else if (typed.kind === "interrupt") {
				this.#interrupts = typed.wasEmpty && text === "" ? this.#interrupts + 1 : 0;
				if (this.#interrupts > 1) return void 0;
				if (this.#interrupts === 1) this.#io.tell("Press Ctrl+C again, Ctrl+D, or type /exit to end the chat.\n");
				text = "";
			} else return typed.kind === "withdrawn" && !this.#stopped.signal.aborted ? "" : void 0;
		}
	}
	/** Reads a line. An empty line is withdrawn when background work brings an event. */
	async #line(prompt) {
		const { conversation } = this.#session;
		const news = new AbortController();
		const giveWay = () => {
			if (conversation.hasNews && !this.#hasFailed && !this.#keyboard.isTyping) news.abort();
		};
		conversation.onNews = giveWay;
		giveWay();
		const signal = AbortSignal.any([news.signal, this.#stopped.signal]);
		try {
			return await this.#keyboard.line({
				prompt,
				signal,
				isPrompt: true
			});
		} finally {
			conversation.onNews = void 0;
		}
	}
};

// packages/cli/src/chat/paste.ts
/** The character in place of a line end in pasted text, so that the text is one prompt. */
const LINE_END = "⏎";
const BEGIN = "\x1B[200~";
const END = "\x1B[201~";
/** Longer text is shown by name only, because drawing it again at each key would take longer and longer. */
const MOST_SHOWN = 800;
/** Makes a terminal mark the beginning and the end of pasted text, and turns the marks off. */
const PASTE_ON = "\x1B[?2004h";
const PASTE_OFF = "\x1B[?2004l";
/** Turns pasted text into one piece of a line: no line end in it ends the prompt, and no character in it is a key. */
var Paste = class {
	/** The text pasted so far; `undefined` outside of a paste. */
	#pasted;
	/** The end of the input so far, while it may be the beginning of a mark. */
	#held = "";
	/** Long texts, by the name that is shown in their place. */
	#long = /* @__PURE__ */ new Map();
	push(text) {
		if (this.#pasted !== void 0 && text === "") return this.#leave(text);
		let rest = this.#held + text;
		let keys = "";
		for (;;) {
			const mark = this.#pasted === void 0 ? BEGIN : END;
			const at = rest.indexOf(mark);
			const before = at === -1 ? rest.length - beginningOf(mark, rest) : at;
			if (this.#pasted === void 0) keys += rest.slice(0, before);
			else this.#pasted += rest.slice(0, before);
			this.#held = at === -1 ? rest.slice(before) : "";
			if (at === -1) return keys;
			keys += this.#pasted === void 0 ? "" : this.#shown(this.#pasted);
			this.#pasted = this.#pasted === void 0 ? "" : void 0;
			rest = rest.slice(at + mark.length);
		}
	}
	/** Returns the line with every pasted text in full. */
	whole(line) {
		const text = line.replaceAll(LINE_END, "\n");
		return [...this.#long].reduce((whole, [name, long]) => whole.replace(name, () => long), text);
	}
	#leave(key) {
		this.#pasted = void 0;
		this.#held = "";
		return key;
	}
	#shown(pasted) {
		const text = pasted.replace(/\r\n|\r/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
		if (text.length <= MOST_SHOWN) return text.replaceAll("\n", LINE_END).replaceAll("	", "  ");
		const lines = text.replace(/\n$/, "").split("\n").length;
		const name = `[pasted text ${this.#long.size + 1}: ${lines} ${lines === 1 ? "line" : "lines"}]`;
		this.#long.set(name, text);
		return name;
	}
};
/** The number of characters at the end of a text that may begin the mark. Where keys are read, a lone ESC is a key. */
function beginningOf(mark, text) {
	const least = mark === BEGIN ? 2 : 1;
	for (let length = Math.min(mark.length - 1, text.length); length >= least; length--) if (text.endsWith(mark.slice(0, length))) return length;
	return 0;
}

// packages/cli/src/chat/keyboard.ts
/**
* The keyboard for as long as a conversation lasts. Keys are read one by one, so that Ctrl+C reaches only this process. Lines are
* typed with readline's editing and history.
*/
var Keyboard = class {
	/** Called for Ctrl+C while no prompt is open. */
	onInterrupt = () => {};
	#io;
	#complete;
	#paste = new Paste();
	#history = [];
	/** Text that was typed before a line was requested. */
	#ahead = "";
	#active;
	#ended = false;
	constructor(io, { complete }) {
		this.#io = io;
		this.#complete = complete;
	}
	/** Starts reading keys. */
	start() {
		this.#take();
		this.#read();
	}
	#take() {
		this.#io.stdin.setRawMode?.(true);
		this.#io.tell(PASTE_ON);
	}
	stop() {
		this.#io.tell(PASTE_OFF);
		this.#io.stdin.setRawMode?.(false);
	}
	/** Whether the line that is being typed contains text. */
	get isTyping() {
		return this.#active !== void 0 && this.#active.line.line !== "";
	}
	line({ prompt, signal, isPrompt }) {
		return new Promise((resolve) => {
			if (signal.aborted) return resolve({ kind: "withdrawn" });
			const input = new Readable({ read() {} });
			const line = this.#open(prompt, {
				input,
				isPrompt
			});
			const withdraw = () => settle({ kind: "withdrawn" });
			const settle = (typed) => {
				this.#active = void 0;
				signal.removeEventListener("abort", withdraw);
				line.removeAllListeners();
				line.close();
				if (typed.kind !== "line") this.#io.tell("\n");
				resolve(typed);
			};
			signal.addEventListener("abort", withdraw, { once: true });
			this.#active = {
				line,
				input,
				settle
			};
			line.on("line", (text) => settle({
				kind: "line",
				text: this.#paste.whole(text)
			}));
			line.on("SIGINT", () => settle({
				kind: "interrupt",
				wasEmpty: line.line === ""
			}));
			line.on("close", () => settle({ kind: "end" }));
			line.on("SIGTSTP", () => this.#suspend());
			line.prompt();
			const ahead = isPrompt ? this.#ahead : "";
			if (isPrompt) this.#ahead = "";
			this.#type(ahead);
			if (this.#ended && this.#active !== void 0) settle({ kind: "end" });
		});
	}
	/** Prints above the line that is being typed. */
	aside(print) {
		if (this.#active !== void 0) this.#io.tell("\r\x1B[J");
		print();
		this.#active?.line.prompt(true);
	}
	#open(prompt, { input, isPrompt }) {
		const line = createInterface({
			input,
			output: terminalOutput(this.#io),
			terminal: true,
			prompt,
			history: isPrompt ? [...this.#history] : [],
			historySize: isPrompt ? 500 : 0,
			removeHistoryDuplicates: true,
			completer: (text) => [isPrompt ? [...this.#complete(text)] : [], text]
		});
		line.on("history", (history) => {
			this.#history = [...history];
		});
		return line;
	}
	/** Handles Ctrl+Z: gives the terminal to the shell until this process is in the foreground again. */
	#suspend() {
		this.stop();
		process.once("SIGCONT", () => {
			this.#take();
			this.#active?.line.prompt(true);
		});
		process.kill(process.pid, "SIGTSTP");
	}
	async #read() {
		const decoder = new StringDecoder("utf8");
		try {
			for await (const chunk of this.#io.stdin) this.#type(this.#paste.push(typeof chunk === "string" ? chunk : decoder.write(chunk)));
		} catch {}
		this.#ended = true;
		this.#active?.settle({ kind: "end" });
		this.onInterrupt();
	}
	/** A line ends with its key. Text behind the key belongs to the next line. */
	#type(text) {
		let rest = text;
		while (rest !== "" && this.#active !== void 0) {
			const end = rest.search(/[\r\n\x03\x04]/);
			const length = end === -1 ? rest.length : end + 1 + (rest.startsWith("\r\n", end) ? 1 : 0);
			this.#active.input.emit("data", Buffer.from(rest.slice(0, end === -1 ? length : end + 1)));
			rest = rest.slice(length);
		}
		const interrupt = rest.lastIndexOf("");
		this.#ahead = interrupt === -1 ? this.#ahead + rest : rest.slice(interrupt + 1);
		if (interrupt !== -1) this.onInterrupt();
	}
};
/** The output on which readline draws one line. */
function terminalOutput(io) {
	const output = new Writable({
		decodeStrings: false,
		write(text, _encoding, done) {
			io.tell(String(text));
			done();
		}
	});
	return Object.defineProperties(output, {
		isTTY: { value: true },
		columns: { get: () => io.columns }
	});
}

// packages/cli/src/chat/person-typing.ts
/** The person at the keyboard of a chat, with every kind of question that they may be asked. */
function personTyping(keyboard, io) {
	const person = new Person(io, { ask: async (prompt, signal) => {
		const typed = await keyboard.line({
			prompt,
			signal,
			isPrompt: false
		});
		if (typed.kind === "interrupt") keyboard.onInterrupt();
		return typed.kind === "line" ? typed.text : void 0;
	} });
	return {
		person,
		askedIn: (cwd) => ({
			ask: permissionFrom({
				person,
				paint: io.paint,
				cwd
			}),
			answer: person.answer,
			elicit: elicitFrom(person)
		})
	};
}

// packages/cli/src/commands/chat.ts
const execute = async ({ positionals: [name], flags }, io) => {
	if (flags.continue && flags.resume !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--continue", "--resume"] });
	const resume = flags.continue ? "latest" : flags.resume;
	checkRunFlags(flags, { resume });
	if (!io.isTerminal || io.stdin.isTTY !== true) throw errors$1.CHAT_NO_TERMINAL({});
	if (flags["no-color"]) io.withoutColour();
	const loaded = await loadPlan(flags, {
		io,
		wish: {
			agent: name,
			asksTrust: true
		}
	});
	tellWarnings(loaded, io);
	const { plan } = loaded;
	const agentName = targetAgent(name, {
		plan,
		env: io.env,
		resume
	});
	checkNeeds(loaded, agentName, io.env);
	const keyboard = new Keyboard(io, { complete: completions(Object.values(plan.skills ?? {})) });
	const { person, askedIn } = personTyping(keyboard, io);
	const open = {};
	const asked = askedIn(() => open.chat?.cwd ?? plan.workspace);
	const agent = await prepareAgent({
		flags,
		plan,
		agent: agentName,
		io,
		asked
	});
	const giveUp = (signal = "SIGINT") => {
		keyboard.stop();
		exitBySignal(signal);
	};
	keyboard.onInterrupt = () => giveUp();
	const stop = (signal) => open.chat === void 0 ? giveUp(signal) : open.chat.stop();
	const signals = onSignals({
		interrupt: () => keyboard.onInterrupt(),
		stop
	});
	keyboard.start();
	try {
		const choice = {
			resume,
			fork: flags.fork
		};
		open.chat = await Chat.open({
			io,
			agent,
			person,
			keyboard,
			verbose: flags.verbose,
			choice
		});
		await open.chat.run();
		return signals.exitCode();
	} finally {
		keyboard.stop();
		await agent.close();
		signals.release();
	}
};
/** Registers the signals that come from elsewhere. Ctrl+C is a key here. */
function onSignals({ interrupt, stop }) {
	let stoppedBy;
	const end = (signal) => {
		stoppedBy = signal;
		stop(signal);
	};
	process.on("SIGINT", interrupt).on("SIGTERM", end).on("SIGHUP", end);
	return {
		exitCode: () => stoppedBy === void 0 ? 0 : signalExitCode(stoppedBy),
		release() {
			process.off("SIGINT", interrupt).off("SIGTERM", end).off("SIGHUP", end);
		}
	};
}

export { execute };