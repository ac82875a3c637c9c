import { t as errors$1 } from "./errors-CdFutMww.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { o as lineReader } from "./ask-trust-BIuKxCZi.js";
import { d as changeLines } from "./settle-trust-COPkQTMd.js";
import { t as agentOverrides } from "./agent-overrides-Du9f4CUO.js";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { nearest, questionText, visibleText } from "@loadout/core";
import { createAgent, redactor } from "@loadout/runner";
import { createInterface } from "node:readline";

// packages/cli/src/render/run-view.ts
const systemPulse = {
	now: () => performance.now(),
	every(ms, action) {
		const timer = setInterval(action, ms).unref();
		return () => clearInterval(timer);
	}
};

// packages/cli/src/ask/form-fields.ts
/** The fields of a schema with plain values, as MCP defines them. `undefined` for any other schema. */
function formFields(schema) {
	const required = listOf(isMap(schema) ? schema.required : void 0);
	const fields = (isMap(schema) && isMap(schema.properties) ? Object.entries(schema.properties) : []).map(([name, property]) => fieldOf(name, {
		property,
		isRequired: required.includes(name)
	}));
	return fields.every((field) => field !== void 0) ? fields : void 0;
}
function fieldOf(name, { property, isRequired }) {
	if (!isMap(property)) return void 0;
	const read = readerOf(property);
	if (read === void 0) return void 0;
	const words = [property.title, property.description].filter((text) => typeof text === "string" && text !== "").join(": ");
	const options = property.type === "boolean" ? ["yes", "no"].map(plain) : choicesOf$1(property.type === "array" ? property.items : property);
	return {
		name,
		isRequired,
		question: {
			question: words || name,
			header: name,
			options,
			multiSelect: property.type === "array"
		},
		read
	};
}
function readerOf({ type }) {
	if (type === "string") return (text) => text;
	if (type === "array") return (text) => text.split(", ");
	if (type === "boolean") return (text) => /^y(?:es)?$/i.test(text) ? true : /^no?$/i.test(text) ? false : void 0;
	if (type !== "number" && type !== "integer") return void 0;
	return (text) => {
		const number = Number(text);
		return Number.isFinite(number) && (type === "number" || Number.isInteger(number)) ? number : void 0;
	};
}
/** The choices of `enum`, or of `oneOf` and `anyOf` with a `const` and a title each. */
function choicesOf$1(schema) {
	if (!isMap(schema)) return [];
	const named = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].filter(isMap).map((one) => ({
		label: String(one.const),
		description: typeof one.title === "string" ? one.title : ""
	}));
	return named.length > 0 ? named : listOf(schema.enum).map((one) => plain(String(one)));
}
const plain = (label) => ({
	label,
	description: ""
});
const listOf = (value) => Array.isArray(value) ? value : [];
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// packages/cli/src/ask/question-lines.ts
/** The margin in front of every line that does not come from Loadout. */
const MARGIN = "     │ ";
/** The lines that show a question of the model to a person: its choices by number, and how to answer. */
function questionLines({ header, question, options, multiSelect }, { paint, nothing }) {
	const choices = options.flatMap(({ label, description, preview }, index) => [`  ${index + 1}. ${flat$2(label)}${description === "" ? "" : paint("dim", ` - ${flat$2(description)}`)}`, ...preview === void 0 ? [] : visibleText(preview).lines.map((line) => paint("dim", MARGIN + line))]);
	const numbers = multiSelect ? "numbers, such as 1,2" : "a number";
	const how = `${options.length === 0 ? "Type your answer" : `Type ${numbers}, or your own answer`}; an empty line ${nothing}.`;
	return [
		`${paint("bold", `[${flat$2(header)}]`)} ${flat$2(question)}`,
		...choices,
		paint("dim", how)
	];
}
const flat$2 = (text) => visibleText(text).lines.join(" ");

// packages/cli/src/ask/elicit.ts
/** Asks a person the question of an MCP server: each field of its form, or whether to open an address. Source: MCP-15. */
const elicitFrom = (person) => (request, { signal }) => person.asks(async () => {
	person.show([`The MCP server ${flat$1(request.source)} asks:`, ...visibleText(request.message).lines.map((line) => MARGIN + line)]);
	const answer = request.mode === "url" ? await opened(request, {
		person,
		signal
	}) : await filled(request, {
		person,
		signal
	});
	return signal.aborted ? { action: "cancel" } : answer;
});
async function opened({ url = "" }, { person, signal }) {
	person.show([`It wants you to open: ${flat$1(url)}`]);
	return { action: await isAgreed({
		person,
		signal
	}) ? "accept" : "decline" };
}
async function isAgreed({ person, signal }) {
	person.show(["Type y to agree; anything else declines."]);
	const line = await person.line(signal);
	return /^y(?:es)?$/i.test(line?.trim() ?? "");
}
async function filled({ schema }, asking) {
	const fields = formFields(schema);
	if (fields === void 0) {
		asking.person.show(["It wants values that cannot be typed here, so it is declined."]);
		return { action: "decline" };
	}
	if (fields.length === 0) return await isAgreed(asking) ? {
		action: "accept",
		content: {}
	} : { action: "decline" };
	const content = [];
	for (const field of fields) {
		const value = await typedValue(field, asking);
		if (value !== void 0) content.push([field.name, value]);
		else if (field.isRequired) return { action: "decline" };
	}
	return content.length === 0 ? { action: "decline" } : {
		action: "accept",
		content: Object.fromEntries(content)
	};
}
/** Asks for one value. `undefined`: nothing was typed. */
async function typedValue({ question, isRequired, read }, { person, signal }) {
	for (;;) {
		const text = await person.ask(question, {
			signal,
			nothing: isRequired ? "declines" : "leaves it out"
		});
		const value = text === void 0 ? void 0 : read(text);
		if (text === void 0 || value !== void 0) return value;
		person.show(["That is no value for it."]);
	}
}
const flat$1 = (text) => visibleText(text).lines.join(" ");

// packages/cli/src/ask/file-change.ts
/** A larger file is too big to read only for showing it. */
const MOST_BYTES = 2097152;
/** The change of a call of Write or Edit; `undefined` for any other call, and for invalid input. */
function fileChange({ toolName, input }, { cwd }) {
	if (typeof input !== "object" || input === null || !("file_path" in input) || typeof input.file_path !== "string") return void 0;
	const path = resolve(cwd, input.file_path);
	if (toolName === "Write" && "content" in input && typeof input.content === "string") return written(path, input.content, textOf$1(path));
	if (toolName !== "Edit" || !("old_string" in input) || !("new_string" in input)) return void 0;
	const { old_string: old, new_string: now } = input;
	if (typeof old !== "string" || typeof now !== "string") return void 0;
	return edited(path, {
		old,
		now,
		all: "replace_all" in input && input.replace_all === true
	});
}
function written(path, after, before) {
	const note = before === void 0 ? notReadable(path) : void 0;
	return {
		path,
		before: before ?? "",
		after,
		...note === void 0 ? {} : { note }
	};
}
function edited(path, { old, now, all }) {
	const text = old === "" ? "" : textOf$1(path);
	if (text === "") return {
		path,
		before: "",
		after: now
	};
	if (text === void 0 || !text.includes(old)) return {
		path,
		before: old,
		after: now,
		note: "the file does not contain the text to replace"
	};
	return {
		path,
		before: text,
		after: all ? text.replaceAll(old, () => now) : text.replace(old, () => now)
	};
}
const notReadable = (path) => statSync(path, { throwIfNoEntry: false }) === void 0 ? "the file is new" : "the current content of the file cannot be shown";
function textOf$1(path) {
	try {
		const stats = statSync(path);
		return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : void 0;
	} catch {
		return;
	}
}

// packages/cli/src/ask/permission.ts
/** Asks a person whether a call may run, and shows a change of a file as a change. Source: PERM-01, PERM-04. */
const permissionFrom = (at) => (question) => at.person.asks(async () => {
	const choices = choicesOf(question);
	at.person.show(question.signal.aborted ? [] : [...callLines(question, at), ...choices.map(({ key, text }) => `  ${key}  ${text}`)]);
	for (;;) {
		const line = question.signal.aborted ? void 0 : await at.person.line(question.signal);
		if (line === void 0) return {
			behavior: "deny",
			message: `Nobody answered whether ${question.toolName} may run.`
		};
		const answer = answerOf(line.trim(), {
			choices,
			question
		});
		if (answer !== void 0) return answer;
		at.person.show([`Type one of: ${choices.map(({ key }) => key).join(", ")}.`]);
	}
});
function callLines(question, { paint, cwd }) {
	const { toolName: tool, input, reason, agentId } = question;
	const under = agentId === "main" ? [] : [`A subagent asks (${flat(agentId)}).`];
	const change = fileChange(question, { cwd: cwd() });
	if (change === void 0) return [...under, ...questionText({
		tool,
		input,
		reason,
		parts: []
	}).split("\n")];
	const path = relative(cwd(), change.path);
	return [
		...under,
		paint("bold", `${tool} wants to change ${flat(path.startsWith("..") ? change.path : path)}:`),
		...changeLines(change, { paint }),
		`Why it asks: ${flat(reason)}`
	];
}
/** The choices for a question. A grant lasts for this session, because settings belong to the person. */
function choicesOf({ suggestions }) {
	return [
		{
			key: "y",
			text: "yes, this once"
		},
		...suggestions.flatMap((given) => {
			const update = {
				...given,
				destination: "session"
			};
			if (update.type === "setMode") return [{
				key: "e",
				text: `yes, and allow all file changes in this session (${update.mode})`,
				update
			}];
			if (update.type !== "addRules") return [];
			const rules = update.rules.map(({ toolName, ruleContent }) => ruleContent === void 0 ? toolName : `${toolName}(${ruleContent})`);
			return [{
				key: "a",
				text: `yes, and always allow in this session: ${flat(rules.join(", "))}`,
				update
			}];
		}),
		{
			key: "n",
			text: "no (also an empty line); the model reads any text after n"
		}
	];
}
/** `undefined` if the answer is not clear. */
function answerOf(text, { choices, question }) {
	const [, words] = /^(?:n|no)(?:[\s,:]+(.*))?$/i.exec(text) ?? [];
	if (text === "" || /^no?(?:[\s,:]|$)/i.test(text)) {
		const said = words === void 0 || words === "" ? "" : ` They say: ${words}`;
		return {
			behavior: "deny",
			message: `The person at the terminal does not want ${question.toolName} to run like this.${said}`
		};
	}
	const chosen = choices.find(({ key }) => key === text.toLowerCase() || key === "y" && text.toLowerCase() === "yes");
	if (chosen === void 0) return void 0;
	return {
		behavior: "allow",
		...chosen.update === void 0 ? {} : { updatedPermissions: [chosen.update] }
	};
}
const flat = (text) => visibleText(text).lines.join("⏎");

// packages/cli/src/ask/read-choice.ts
/** Reads a typed line: numbers are choices, an empty line declines, any other text is a free answer. */
function readChoice(line, { options, multiSelect }) {
	const text = line.trim();
	if (text === "") return { kind: "declined" };
	if (options.length === 0 || !/^\d+(?:[\s,]+\d+)*$/.test(text)) return {
		kind: "answer",
		text
	};
	const numbers = [...new Set(text.split(/[\s,]+/).map(Number))];
	const labels = numbers.flatMap((number) => options[number - 1]?.label ?? []);
	if (labels.length < numbers.length) return {
		kind: "unclear",
		problem: `The choices are 1 to ${options.length}.`
	};
	if (labels.length > 1 && !multiSelect) return {
		kind: "unclear",
		problem: "Choose one."
	};
	return {
		kind: "answer",
		text: labels.join(", ")
	};
}

// packages/cli/src/ask/person.ts
/** The person at the terminal. */
var Person = class {
	#io;
	#lines;
	/** The question under way. Questions come one after the other, whoever asks. */
	#turn = Promise.resolve();
	/** The view that draws on the same terminal, once there is one. */
	view;
	constructor(io, lines = linesOf(io)) {
		this.#io = io;
		this.#lines = lines;
	}
	/** Asks the questions one by one. An empty line or the end of the input declines, and then no answer is given. */
	answer = (questions, { signal }) => this.asks(() => this.#answers(questions, signal));
	/** Waits until no other question is open, with the terminal free. */
	asks(ask) {
		const turn = this.#turn.then(() => this.view?.whileAsking?.(ask) ?? ask());
		this.#turn = turn.catch(() => {});
		return turn;
	}
	/** `undefined` when the input has ended, or the caller no longer waits. */
	line(signal) {
		return this.#lines.ask("> ", signal);
	}
	show(lines) {
		for (const line of lines) this.#io.tell(`${line}\n`);
	}
	/** Asks until the person types an existing choice or a text. `undefined`: nothing was typed. */
	async ask(question, { signal, nothing }) {
		this.show(questionLines(question, {
			paint: this.#io.paint,
			nothing
		}));
		for (;;) {
			const choice = readChoice(await this.line(signal) ?? "", question);
			if (choice.kind === "answer") return choice.text;
			if (choice.kind === "declined") return void 0;
			this.show([choice.problem]);
		}
	}
	async #answers(questions, signal) {
		const answers = [];
		for (const question of questions) {
			const answer = signal.aborted ? void 0 : await this.ask(question, {
				signal,
				nothing: "declines"
			});
			if (answer === void 0) return void 0;
			answers.push([question.question, answer]);
		}
		return Object.fromEntries(answers);
	}
};
function linesOf(io) {
	const lines = lineReader(io);
	return { ask: async (prompt, signal) => {
		io.tell(prompt);
		const line = await lines.next(signal);
		if (line === void 0) io.tell("\n");
		return line;
	} };
}
/** The person to ask: there is one if both ends are a terminal and the answer is text for people. */
const personAt = (io, { output }) => output === "text" && io.isTerminal && io.stdin.isTTY === true ? new Person(io) : void 0;

// packages/cli/src/run/cassette-model.ts
/** The differences between two runs with the same requests: the folder, the day, the machine. */
const differences = (workspace) => [
	{
		text: workspace,
		as: "{{workspace}}"
	},
	{
		pattern: "\\nDate: \\d{4}-\\d{2}-\\d{2}",
		as: "\nDate: {{date}}"
	},
	{
		pattern: "\\nPlatform: \\w+",
		as: "\nPlatform: {{platform}}"
	}
];
/** Hides secrets from every source, because a cassette is committed. */
const hidden = (secrets) => secrets.filter((secret) => secret.length >= 4).map((text) => ({
	text,
	as: "[secret]"
}));
/** In a replay, secrets are only removed from requests. A secret in an answer is not restored. */
const hiddenInRequests = (secrets) => hidden(secrets).map(({ text, as }) => ({
	pattern: text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
	as
}));
/** The model of `--replay`: the answers of the cassette, under the name of the recorded model. */
async function replayedModel(path, { plan, io }) {
	const { cassetteProvider } = await import("@loadout/model-script");
	const file = resolve(io.cwd, path);
	const recorded = await recordedTurn(file);
	const named = Object.entries(plan.models).filter(([, { id }]) => id === recorded?.request?.model);
	const own = named.find(([, { provider }]) => provider === recorded?.provider) ?? named[0];
	return {
		model: cassetteProvider(file, {
			normalise: [...differences(plan.workspace), ...hiddenInRequests(plan.secrets)],
			expected: { provider: own?.[1].provider }
		}),
		modelId: own?.[0] ?? recorded?.request?.model
	};
}
/** The model of `--record`: the same model, with its answers recorded. */
async function recordingModel(path, { plan, io }) {
	const { cassetteRecorder } = await import("@loadout/model-script");
	const record = cassetteRecorder(resolve(io.cwd, path));
	return (provider, { provider: as }) => {
		const secrets = [...plan.secrets, ...provider.secrets?.() ?? []];
		return record(provider, {
			as,
			normalise: [...differences(plan.workspace), ...hidden(secrets)]
		});
	};
}
/** The first turn of a cassette. An unreadable cassette reports itself at the first request. */
async function recordedTurn(file) {
	const lines = createInterface({
		input: createReadStream(file),
		crlfDelay: Number.POSITIVE_INFINITY
	});
	try {
		for await (const line of lines) return JSON.parse(line);
	} catch {
		return;
	} finally {
		lines.close();
	}
}

// packages/cli/src/run/flag-slips.ts
/** Finds typing errors in `--tools`, which would silently leave the agent without the tool. Throws TOOLS_FLAG_UNKNOWN. */
function checkToolsFlag(agent, wanted) {
	const unknown = new Set(notesOf(agent, "unknown"));
	const names = wanted.filter((name) => unknown.has(name));
	const [first] = names;
	if (first === void 0) return;
	const available = offered(agent);
	throw errors$1.TOOLS_FLAG_UNKNOWN({
		names,
		available,
		nearest: nearest(first, available)
	});
}
/**
* Finds typing errors in the rules of flags. A rule may name a tool that the agent lacks, but a name that is almost the name of
* one of its tools is an error.
*/
function ruleSlips(agent, { deny = [], ask = [], allow = [] }) {
	const names = offered(agent);
	return [
		...deny,
		...ask,
		...allow
	].flatMap((text) => {
		const tool = text.trim().split("(", 1)[0] ?? "";
		if (tool.includes("*") || agent.pool.get(tool) !== void 0) return [];
		if (names.some((name) => name.toLowerCase() === tool.toLowerCase())) return [];
		const near = nearest(tool, names);
		return near === void 0 ? [] : [`The rule ${text} does not match any tool of this agent. Did you mean ${near}?`];
	});
}
const notesOf = ({ pool }, kind) => pool.notes.filter((note) => note.kind === kind).map((note) => note.name);
const offered = (agent) => [.../* @__PURE__ */ new Set([...agent.pool.tools.map((tool) => tool.name), ...notesOf(agent, "removed")])].sort();

// packages/cli/src/run/prepare-agent.ts
/** Throws for flags that contradict each other. Called before anything is read. */
function checkRunFlags(flags, { resume }) {
	if (flags.record !== void 0 && flags.replay !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--record", "--replay"] });
	if (flags.fork && resume === void 0) throw errors$1.USAGE_FLAG_ALONE({
		flag: "--fork",
		needs: "--resume"
	});
	agentOverrides(flags);
}
/** The agent of the configuration with the changes of the flags, ready to run. */
async function prepareAgent({ flags, plan, agent: name, io, asked }) {
	const overrides = agentOverrides(flags);
	const replayed = flags.replay === void 0 ? {} : await replayedModel(flags.replay, {
		plan,
		io
	});
	const wrapModel = flags.record === void 0 ? void 0 : await recordingModel(flags.record, {
		plan,
		io
	});
	const trace = flags.trace === void 0 ? void 0 : resolve(io.cwd, flags.trace);
	const agent = await createAgent({
		...overrides,
		...replayed,
		...asked,
		plan,
		agent: name,
		env: io.env,
		wrapModel,
		trace
	});
	io.hide(redactor(agent.spec.secrets));
	try {
		checkToolsFlag(agent, overrides.tools ?? []);
	} catch (error) {
		await agent.close();
		throw error;
	}
	for (const slip of ruleSlips(agent, overrides.permissions ?? {})) io.tell(`note: ${printable(slip)}\n`);
	return agent;
}

export { permissionFrom as a, personAt as i, prepareAgent as n, elicitFrom as o, Person as r, systemPulse as s, checkRunFlags as t };