import { t as errors } from "./errors-CdFutMww.js";
import { nearest } from "@loadout/core";

// packages/cli/src/engine/flags.ts
/**
* The flags of the `claude` command that programs pass. The last flags are accepted without an effect. Source: CLI-01, CLI-02.
*/
const FLAGS = {
	print: "switch",
	verbose: "switch",
	"output-format": "value",
	"input-format": "value",
	"include-partial-messages": "switch",
	"include-hook-events": "switch",
	"replay-user-messages": "switch",
	model: "value",
	"fallback-model": "value",
	"system-prompt": "value",
	"system-prompt-file": "value",
	"append-system-prompt": "value",
	"append-system-prompt-file": "value",
	tools: "list",
	allowedTools: "list",
	disallowedTools: "list",
	"permission-mode": "value",
	"permission-prompt-tool": "value",
	"permission-prompts": "value",
	"allow-dangerously-skip-permissions": "switch",
	"dangerously-skip-permissions": "switch",
	"mcp-config": "each",
	"strict-mcp-config": "switch",
	agents: "value",
	agent: "value",
	"max-turns": "number",
	"max-budget-usd": "number",
	"max-thinking-tokens": "number",
	thinking: "value",
	effort: "value",
	betas: "list",
	"json-schema": "value",
	resume: "value",
	continue: "switch",
	"fork-session": "switch",
	"session-id": "value",
	"resume-session-at": "value",
	"no-session-persistence": "switch",
	settings: "value",
	"managed-settings": "value",
	"setting-sources": "list",
	"add-dir": "each",
	"plugin-dir": "each",
	"plugin-dir-no-mcp": "each",
	"await-initialize": "switch",
	"agent-config": "value",
	"session-mirror": "switch",
	"permission-prompt-timeout": "number",
	"debug-file": "value",
	debug: "switch",
	"debug-to-stderr": "switch",
	"task-budget": "number",
	"thinking-display": "value",
	"resume-drops-turn": "value",
	"project-config-root": "value"
};
const SHORT = {
	p: "print",
	c: "continue",
	r: "resume",
	d: "debug"
};
const SPELLINGS = {
	"allowed-tools": "allowedTools",
	"disallowed-tools": "disallowedTools"
};
/** Flags that take every word up to the next flag as another value. */
const SEVERAL = [
	"tools",
	"allowedTools",
	"disallowedTools",
	"betas",
	"add-dir",
	"mcp-config"
];
/**
* Parses the arguments. `--flag=value` and `--flag value` are equal. Throws USAGE_FLAG_UNKNOWN, USAGE_FLAG_VALUE,
* USAGE_FLAG_AMOUNT.
*/
function parseEngineArguments(argv) {
	const flags = {};
	const words = [];
	for (let at = 0; at < argv.length; at++) {
		const word = argv[at] ?? "";
		if (word === "--") {
			words.push(...argv.slice(at + 1));
			break;
		}
		if (!word.startsWith("-") || word === "-") {
			words.push(word);
			continue;
		}
		const equals = word.indexOf("=");
		const written = equals === -1 ? word : word.slice(0, equals);
		const name = nameOf(written);
		const kind = FLAGS[name];
		if (kind === "switch") {
			flags[name] = equals === -1 || word.slice(equals + 1) !== "false";
			continue;
		}
		const value = equals === -1 ? argv[++at] : word.slice(equals + 1);
		if (value === void 0) throw errors.USAGE_FLAG_VALUE({ label: written });
		flags[name] = read(kind, {
			value,
			flag: written,
			before: flags[name]
		});
		while (equals === -1 && SEVERAL.includes(name) && at + 1 < argv.length && !argv[at + 1]?.startsWith("-")) flags[name] = read(kind, {
			value: argv[++at] ?? "",
			flag: written,
			before: flags[name]
		});
	}
	return {
		flags,
		words
	};
}
function nameOf(written) {
	const name = written.replace(/^--?/, "");
	if (!written.startsWith("--") && Object.hasOwn(SHORT, name)) return SHORT[name] ?? "print";
	if (Object.hasOwn(FLAGS, name)) return name;
	if (Object.hasOwn(SPELLINGS, name)) return SPELLINGS[name] ?? "allowedTools";
	throw errors.USAGE_FLAG_UNKNOWN({
		flag: written,
		nearest: nearest(name, Object.keys(FLAGS)),
		command: "--print"
	});
}
function read(kind, { value, flag, before }) {
	if (kind === "value") return value;
	if (kind === "each") return [...before ?? [], value];
	if (kind === "list") return [...before ?? [], ...listOf(value)];
	const number = Number(value);
	if (value.trim() === "" || Number.isNaN(number)) throw errors.USAGE_FLAG_AMOUNT({
		flag,
		value
	});
	return number;
}
/** Splits a list. A comma inside of parentheses belongs to a rule. */
function listOf(value) {
	const parts = [];
	let depth = 0;
	let part = "";
	for (const char of value) {
		if (char === "(") depth++;
		if (char === ")") depth = Math.max(0, depth - 1);
		if (depth === 0 && (char === "," || char === " ")) {
			parts.push(part);
			part = "";
		} else part += char;
	}
	return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}

export { parseEngineArguments as n, FLAGS as t };