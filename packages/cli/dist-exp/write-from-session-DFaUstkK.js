import { t as errors$2 } from "./errors-CdFutMww.js";
import { i as trustOptions } from "./settle-trust-COPkQTMd.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { i as Gate, t as Plans } from "./plans-0hsd_ojC.js";
import { a as TestFolder, t as playOnce } from "./play-once-BQTCGTDS.js";
import { t as expectedCall } from "./update-calls-CwxsYr_m.js";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isToolUse, textOf } from "@loadout/core";
import { loadConfig, yamlText } from "@loadout/config";
import { FileStore, errors as errors$1, latestSession, sessionFolder, sessionPlace } from "@loadout/runner";

// packages/cli/src/test/from-session/read-session.ts
const MOST_FILES = 50;
const MOST_CHARS = 2e4;
/** Reads a session and the sessions of its subagents. Paths in its folder are written relative to it. */
function readSession(store, place) {
	const records = store.read(place);
	const header = records.find(({ t }) => t === "session");
	const cwd = header?.t === "session" ? header.cwd : "";
	const agent = header?.t === "session" ? header.agent : "";
	const below = store.under(place);
	const parts = [records, ...below.list().map((one) => below.read(one))].map((list) => shortPaths(list, cwd));
	const scripts = {};
	for (const list of parts) {
		const [first] = list;
		const name = first?.t === "session" ? first.agent : agent;
		scripts[name] ??= turnsIn(list);
	}
	const calls = parts.flatMap(callsIn);
	return {
		agent,
		prompts: promptsIn(parts[0] ?? []),
		scripts,
		calls,
		files: filesIn(calls, cwd)
	};
}
/** Replaces the folder of the session in all texts. */
function shortPaths(records, cwd) {
	const text = JSON.stringify(records);
	const folder = JSON.stringify(cwd).slice(1, -1);
	return JSON.parse(text.replaceAll(`${folder}/`, ""));
}
const messagesIn = (records) => records.flatMap((record) => record.t === "message" ? [record.message] : []);
function promptsIn(records) {
	return records.flatMap((record) => {
		if (record.t !== "asked") return [];
		return [typeof record.prompt === "string" ? record.prompt : textOf({ content: record.prompt })];
	});
}
function turnsIn(records) {
	return messagesIn(records).filter(({ role }) => role === "assistant").map((message) => {
		const text = textOf(message);
		const tools = message.content.filter(isToolUse).map(({ name, input }) => ({ [name]: input }));
		return {
			...text === "" ? {} : { text: escaped(text) },
			...tools.length === 0 ? {} : { tools: escapedAll(tools) }
		};
	});
}
/** Braces in an answer are no placeholders of a script. */
const escaped = (text) => text.replaceAll("{{", "{ {");
const escapedAll = (value) => JSON.parse(escaped(JSON.stringify(value)));
function callsIn(records) {
	const ended = new Map(records.flatMap((record) => record.t === "ended" ? [[record.id, record]] : []));
	return messagesIn(records).flatMap(({ content }) => content.filter(isToolUse)).map(({ id, name, input }) => {
		const end = ended.get(id);
		return {
			tool: name,
			input,
			outcome: end?.outcome,
			text: end === void 0 ? "" : resultText(end.block)
		};
	});
}
const resultText = ({ content }) => typeof content === "string" ? content : content.map((part) => "text" in part ? String(part.text) : "").join("\n");
/** The files that the model read, from the first whole reading of each, else as they are now. */
function filesIn(calls, cwd) {
	const files = {};
	for (const { tool, input, outcome, text } of calls) {
		const { file_path: path, offset } = input;
		if (tool !== "Read" || outcome !== "done" || typeof path !== "string" || path.startsWith("/")) continue;
		if (Object.hasOwn(files, path) || Object.keys(files).length >= MOST_FILES) continue;
		const content = (offset === void 0 ? numbered(text) : void 0) ?? onDisk(cwd, path);
		if (content !== void 0 && content.length <= MOST_CHARS) files[path] = content;
	}
	return files;
}
/** Returns the text behind the line numbers of a reading; `undefined` if a line has none, or lines are missing. */
function numbered(text) {
	const lines = text.split("\n").map((line) => /^ *(\d+)\t(.*)$/.exec(line));
	if (lines.some((line, index) => line?.[1] !== String(index + 1))) return void 0;
	return `${lines.map((line) => line?.[2]).join("\n")}\n`;
}
function onDisk(cwd, path) {
	const file = join(cwd, path);
	if (relative(cwd, file).startsWith("..") || !existsSync(file)) return void 0;
	return readFileSync(file, "utf8").slice(0, 20001);
}

// packages/cli/src/test/from-session/write-from-session.ts
/** Tools that do in a test what they did in the session, because the test has the files. Results of other tools are kept. */
const LIVE = /^(?:Read|Write|Edit|NotebookEdit|Glob|Grep|Agent|Skill|TodoWrite|Task\w+|StructuredOutput|ToolSearch|EnterPlanMode|ReadResult)$/;
/** Makes a test of what happened in a session, plays it once, and prints it or appends it to a file. */
async function writeFromSession(wish, { io, signal, session, write }) {
	const { run, spec } = await played(draft(await sessionFacts(wish, {
		io,
		session
	}), session), wish, {
		io,
		signal
	});
	const { outcome, calls, text } = run;
	const expect = {
		outcome,
		...calls.length === 0 ? {} : { calls: calls.map(expectedCall) },
		...text.trim() === "" ? {} : { text: { equals: text } }
	};
	const lines = await testText({
		...spec,
		expect
	});
	if (write === void 0) io.out(`tests:\n${lines}`);
	else append(resolve(wish.root, write), lines);
	return 0;
}
async function sessionFacts({ flags, file, root }, { io, session }) {
	const { plan } = await loadConfig({
		cwd: root,
		file: flags.config === void 0 ? void 0 : file,
		env: io.env,
		keepParams: true,
		trust: trustOptions(flags, io)
	});
	const folder = sessionFolder({
		workspace: realpathSync(plan.workspace),
		dir: plan.sessions.dir,
		env: io.env
	});
	const store = new FileStore(folder);
	const place = session === "latest" ? latestSession(store) : store.place(sessionPlace(folder, session).id);
	if (place === void 0 || !store.has(place)) throw errors$1.SESSION_UNKNOWN({
		id: session,
		dir: store.dir
	});
	return readSession(store, place);
}
function draft({ agent, prompts, scripts, calls, files }, session) {
	const { [agent]: script, ...agents } = scripts;
	const tools = [...new Set(calls.map(({ tool }) => tool))].filter((tool) => !LIVE.test(tool)).flatMap((tool) => {
		const cases = calls.flatMap(({ tool: of, input, outcome, text }) => {
			if (of !== tool || outcome !== "done" && outcome !== "failed") return [];
			return [{
				input,
				...outcome === "done" ? { output: text } : { error: text || "failed" }
			}];
		});
		return cases.length === 0 ? [] : [[tool, { cases }]];
	});
	return {
		name: `as in session ${session}`,
		agent,
		prompt: prompts.length === 1 ? prompts[0] ?? "" : [...prompts],
		...Object.keys(files).length === 0 ? {} : { workspace: { files } },
		model: {
			script: script ?? [],
			...Object.keys(agents).length === 0 ? {} : { agents }
		},
		...tools.length === 0 ? {} : { tools: Object.fromEntries(tools) }
	};
}
/**
* Plays the draft. A call that ran in the session and is denied now was allowed by a person then, so the test answers for the person.
* Throws TEST_NOT_MADE if the draft cannot be played.
*/
async function played(first, wish, { io, signal }) {
	const folder = new TestFolder();
	try {
		const room = {
			plans: new Plans({
				flags: wish.flags,
				io,
				file: wish.file,
				root: folder.root
			}),
			folder,
			env: io.env,
			signal,
			root: wish.root,
			configDir: dirname(wish.file),
			processes: new Gate(1),
			live: false,
			record: "none"
		};
		const play = async (spec) => {
			const { run, failures } = await playOnce(loadedTest(spec, wish.file), room);
			if (run === void 0 || /^(?:SCRIPT|TEST)_/.test(run.error?.code ?? "")) throw errors$2.TEST_NOT_MADE({ problem: run?.error?.message ?? failures[0]?.message ?? "the run did not start" });
			return run;
		};
		const run = await play(first);
		const answers = [...new Set(run.calls.flatMap(({ tool, by, state }) => state === "denied" && by?.kind === "nobody" ? [tool] : []))].filter((tool) => Object.hasOwn(first.tools ?? {}, tool) || LIVE.test(tool));
		if (answers.length === 0) return {
			run,
			spec: first
		};
		const spec = {
			...first,
			answers: Object.fromEntries(answers.map((tool) => [tool, "allow"]))
		};
		return {
			run: await play(spec),
			spec
		};
	} finally {
		folder.remove();
	}
}
function loadedTest(spec, file) {
	const position = {
		file,
		line: 1,
		column: 1
	};
	return {
		name: spec.name,
		file,
		spec,
		position,
		at: () => position,
		frame: () => void 0
	};
}
/** The test as one item of a list. */
async function testText(test) {
	const [first = "", ...rest] = (await yamlText(test)).trimEnd().split("\n");
	return `${[`  - ${first}`, ...rest.map((line) => line === "" ? "" : `    ${line}`)].join("\n")}\n`;
}
function append(file, lines) {
	const before = existsSync(file) ? readFileSync(file, "utf8") : "";
	if (before.trim() === "") writeFile(file, { text: `tests:\n${lines}` });
	else if (/^tests:\s*$/m.test(before) && /\n {2}(?:- |\s|#)[^\n]*\s*$/.test(before)) writeFile(file, { text: `${before.trimEnd()}\n\n${lines}` });
	else throw errors$2.TEST_NOT_APPENDED({ file });
}

export { writeFromSession };