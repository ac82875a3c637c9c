import { t as workplaceOf } from "./session-folder-BWXxIrjn.js";
import { d as changeLines, f as lineDiff } from "./settle-trust-COPkQTMd.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { t as findSession } from "./find-session-xHgt_iNa.js";
import { relative, resolve } from "node:path";
import { isToolUse } from "@loadout/core";
import { changesOfSession } from "@loadout/runner";

// packages/cli/src/sessions/written-files.ts
/** Returns the changes that the tools for files made, as their calls say it. Calls that were denied or failed are left out. */
function writtenFiles(messages) {
	const failed = new Set(messages.flatMap(({ content }) => content.flatMap((block) => block.type === "tool_result" && block.is_error === true ? [block.tool_use_id] : [])));
	return messages.flatMap(({ role, content }) => role === "assistant" ? content.filter(isToolUse).flatMap((call) => failed.has(call.id) ? [] : changeOf(call)) : []);
}
function changeOf({ name, input }) {
	const { file_path: path, notebook_path: notebook, ...rest } = input;
	if (name === "Edit" && typeof path === "string") return [{
		tool: name,
		path,
		before: String(rest.old_string ?? ""),
		after: String(rest.new_string ?? "")
	}];
	if (name === "Write" && typeof path === "string") return [{
		tool: name,
		path,
		after: String(rest.content ?? "")
	}];
	if (name === "NotebookEdit" && typeof notebook === "string") return [{
		tool: name,
		path: notebook,
		after: String(rest.new_source ?? "")
	}];
	return [];
}

// packages/cli/src/commands/diff.ts
/** Shows the files that a session changed. The exit code is 0 whether or not there are changes. */
const execute = async ({ positionals: [given = "latest"], flags }, io) => {
	const place = await workplaceOf(flags, io);
	const { id, session } = findSession(given, place);
	const { isKept, isPartial, files } = await changesOfSession(session.header);
	const calls = isKept ? [] : writtenFiles(session.messages).map((one) => ({
		...one,
		path: resolve(session.cwd, one.path)
	}));
	const from = { cwd: place.workspace };
	if (flags.json) io.out(`${printableJson(jsonOf({
		id,
		isKept,
		isPartial,
		files,
		calls
	}, from), 2)}\n`);
	else if (isKept) showFiles({
		files,
		isPartial
	}, {
		io,
		...from
	});
	else showCalls(calls, {
		io,
		...from
	});
	return 0;
};
function showFiles({ files, isPartial }, { io, cwd }) {
	for (const file of files) {
		const text = textsOf(file);
		io.out(`${io.paint("bold", printable(`${relative(cwd, file.path)}  ${wordOf(file)}`))}\n`);
		if (typeof text === "string") io.out(`  (${printable(text)})\n`);
		else io.out(`${changeLines({
			path: file.path,
			...text
		}, io).join("\n")}\n`);
	}
	if (files.length === 0) io.out("No file differs from its state before the session.\n");
	if (isPartial) io.tell("note: The oldest checkpoints are gone, so earlier changes are not shown.\n");
}
function showCalls(calls, { io, cwd }) {
	for (const { tool, path, before = "", after } of calls) {
		io.out(`${io.paint("bold", printable(`${relative(cwd, path)}  ${tool}`))}\n`);
		io.out(`${changeLines({
			path,
			before,
			after
		}, io).join("\n")}\n`);
	}
	if (calls.length === 0) io.out("No tool of this session changed a file.\n");
	io.tell("note: This session has no checkpoints. These are the changes that its calls asked for; commands may have made others.\n");
	io.tell("To keep the files themselves, add sessions: { checkpoints: true }\n");
}
const wordOf = ({ before, after, unknown }) => after === void 0 ? "deleted" : before === void 0 && unknown === void 0 ? "created" : "changed";
/** The texts of both states, or the reason why they are not shown. */
function textsOf({ before, after, unknown }) {
	if (unknown !== void 0) return unknown;
	const [old, now] = [before, after].map((bytes) => bytes === void 0 ? "" : textOf$1(bytes));
	return old === void 0 || now === void 0 ? `no text, ${plural(after?.length ?? 0, "byte")}` : {
		before: old,
		after: now
	};
}
function textOf$1(bytes) {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return text.includes("\0") ? void 0 : text;
	} catch {
		return;
	}
}
function jsonOf({ id, isKept, isPartial, files, calls }, { cwd }) {
	const shown = isKept ? files.map((file) => {
		const texts = textsOf(file);
		const why = typeof texts === "string" ? { note: texts } : { hunks: lineDiff(texts.before, texts.after) };
		return {
			path: relative(cwd, file.path),
			change: wordOf(file),
			...why
		};
	}) : calls.map(({ tool, path, before = "", after }) => ({
		path: relative(cwd, path),
		tool,
		hunks: lineDiff(before, after)
	}));
	return {
		session: id,
		source: isKept ? "checkpoints" : "calls",
		partial: isPartial,
		files: shown
	};
}

export { execute };