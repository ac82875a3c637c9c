import { t as oneLine } from "./printable-BZRRzLGW.js";
import { relative } from "node:path";

// packages/cli/src/render/call-label.ts
/** The fields that distinguish calls, the most telling first. */
const TELLING = [
	"command",
	"file_path",
	"notebook_path",
	"pattern",
	"path",
	"url",
	"query",
	"description",
	"prompt"
];
/** A call as one line: `Read src/x.ts`, `Bash npm test`. */
function callLabel(call, cwd) {
	const detail = detailOf(call.input, cwd);
	return oneLine(detail === "" ? call.name : `${call.name} ${detail}`);
}
function detailOf(input, cwd) {
	if (typeof input !== "object" || input === null) return input === void 0 ? "" : String(input);
	const fields = new Map(Object.entries(input));
	for (const key of TELLING) {
		const value = fields.get(key);
		if (typeof value === "string") return value.startsWith(`${cwd}/`) ? relative(cwd, value) : value;
	}
	const [only, ...others] = fields.values();
	if (others.length === 0 && typeof only === "string") return only;
	return fields.size === 0 ? "" : JSON.stringify(input);
}

export { callLabel as t };