import { t as errors } from "./errors-CdFutMww.js";

// packages/cli/src/run/read-call.ts
/** The field that a bare text fills. */
const FIELDS = {
	Bash: ["command"],
	Read: ["file_path"],
	Write: ["file_path"],
	Edit: ["file_path"],
	NotebookEdit: ["notebook_path"],
	Glob: ["pattern"],
	Grep: ["pattern"],
	WebFetch: ["url"]
};
/** Other required fields of these tools. Their values do not affect the decision. */
const FILLERS = {
	Write: { content: "" },
	Edit: {
		old_string: "a",
		new_string: "b"
	},
	NotebookEdit: { new_source: "" },
	WebFetch: { prompt: "explain" }
};
/** Reads `Tool`, `Tool(text)` or `Tool({json})`. Throws USAGE_CALL. */
function readCall(text, pool) {
	const invalid = (problem) => errors.USAGE_CALL({
		text,
		problem
	});
	const [, name, inside] = /^\s*([A-Za-z0-9_-]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
	if (name === void 0) throw invalid("it is not of the form Tool(text)");
	if (inside === void 0 || inside.trim() === "") return {
		tool: name,
		input: {}
	};
	if (/^\s*\{[\s\S]*\}\s*$/.test(inside)) try {
		return {
			tool: name,
			input: JSON.parse(inside)
		};
	} catch (error) {
		if (!(name in FIELDS)) throw invalid(`what stands in the braces is not JSON: ${error.message}`);
	}
	const canonical = pool.get(name)?.name ?? name;
	if (pool.get(name) === void 0) return {
		tool: name,
		input: {}
	};
	const field = (FIELDS[canonical] ?? onlyText(canonical, pool))?.[0];
	if (field === void 0) throw invalid(`${canonical} has no one field that a text could be for; give its input as JSON`);
	return {
		tool: name,
		input: {
			...FILLERS[canonical],
			[field]: inside
		}
	};
}
/** The single required text field of a tool. */
function onlyText(name, pool) {
	const schema = pool.get(name)?.input.json;
	const texts = (schema?.required ?? []).filter((field) => schema?.properties?.[field]?.type === "string");
	return texts.length === 1 ? texts : void 0;
}

export { readCall as t };