import { n as signature, t as flagLabel } from "./definition-DLnxT0lQ.js";
import { t as definitions } from "./definitions-BseV1kN_.js";

// packages/cli/src/arguments/help.ts
const exitCodes = [
	[0, "done"],
	[1, "the run failed"],
	[2, "the configuration or the command line is wrong"],
	[3, "a limit was reached"],
	[4, "a hook or a person blocked or stopped the run, or every call that would change something was denied"],
	[5, "no answer matches the output schema"],
	[6, "not trusted, or different from the lock"],
	[7, "the model provider failed, or no model is available"],
	[129, "ended by SIGHUP, for example because the terminal closed"],
	[130, "interrupted"],
	[143, "ended by SIGTERM"]
];
/** The groups of the general help, by the first word of the commands. A command of no group comes last. */
const GROUPS = [
	["Begin", [
		"init",
		"new",
		"plugin",
		"import",
		"add",
		"remove",
		"schema",
		"completion"
	]],
	["Run", [
		"run",
		"chat",
		"resume",
		"sessions",
		"diff",
		"cost",
		"replay",
		"view"
	]],
	["Inspect", [
		"check",
		"test",
		"tools",
		"explain",
		"context",
		"list",
		"models",
		"doctor",
		"config",
		"hooks",
		"auth"
	]],
	["Trust", ["trust", "lock"]],
	["MCP servers", ["mcp"]],
	["Serve and schedule", ["serve", "schedule"]],
	["Many machines", [
		"engine",
		"worker",
		"submit",
		"runs",
		"approve",
		"deny",
		"answer",
		"cancel"
	]]
];
const OTHER = "More";
const firstWord = ({ name }) => name.split(" ", 1)[0] ?? "";
const row = (one) => [`${one.name} ${signature(one)}`.trimEnd(), one.summary];
function groups() {
	const grouped = new Set(GROUPS.flatMap(([, words]) => words));
	const others = definitions.filter((one) => !grouped.has(firstWord(one)));
	const named = GROUPS.map(([title, words]) => [title, words.flatMap((word) => definitions.filter((one) => firstWord(one) === word))]);
	return others.length === 0 ? named : [...named, [OTHER, others]];
}
/** The help of all commands. `width`: the columns of the terminal; without it, nothing is wrapped. */
function generalHelp(width) {
	return [
		"Usage: loadout <command> [arguments] [flags]",
		...groups().flatMap(([title, commands]) => [
			"",
			`${title}:`,
			...columns(commands.map(row), width)
		]),
		"",
		"Flags:",
		...columns([["-h, --help", "Show this help, the help of a command, or of a group such as mcp."], ["-v, --version", "Show the version of the protocol, and the version of Loadout."]], width),
		"",
		...wrapped("As an engine for Claude Agent SDK programs, with the flags of the claude command (loadout --print --help):", width),
		...columns([["loadout -p \"prompt\"", "Answer one prompt; --output-format text, json or stream-json."], ["loadout --input-format stream-json --output-format stream-json", "Run as the engine of a Claude Agent SDK program."]], width),
		"",
		"Exit codes:",
		...columns(exitCodes.map(([code, meaning]) => [String(code), meaning]), width),
		""
	].join("\n");
}
/** The help of the commands that begin with one word, such as `mcp`; `undefined` if there are none. */
function familyHelp(word, width) {
	const family = definitions.filter(({ name }) => name.startsWith(`${word} `));
	if (family.length === 0) return void 0;
	return [
		`Usage: loadout ${word} <command> [arguments] [flags]`,
		"",
		"Commands:",
		...columns(family.map(row), width),
		"",
		`Show the flags of a command: loadout ${family[0]?.name ?? word} --help`,
		""
	].join("\n");
}
function commandHelp(definition, width) {
	const { name, summary, positionals, flags, details } = definition;
	return [
		`Usage: loadout ${[
			name,
			signature(definition),
			"[flags]"
		].filter((part) => part !== "").join(" ")}`,
		"",
		...wrapped(summary, width),
		...(details ?? []).flatMap((text) => ["", ...wrapped(text, width)]),
		...section("Arguments:", {
			rows: positionals.map((one) => [one.name, one.help]),
			width
		}),
		...section("Flags:", {
			rows: flags.map((flag) => [flagLabel(flag), `${flag.help}${flag.repeat === true ? " Repeatable." : ""}`]),
			width
		}),
		""
	].join("\n");
}
const section = (title, { rows, width }) => rows.length === 0 ? [] : [
	"",
	title,
	...columns(rows, width)
];
/** The longest text that has its description beside it on a terminal. A longer text has it below. */
const WIDEST = 30;
const NARROWEST = 20;
function columns(rows, width = Number.POSITIVE_INFINITY) {
	const isWhole = width === Number.POSITIVE_INFINITY;
	const beside = rows.map(([left]) => left.length).filter((length) => isWhole || length <= WIDEST);
	const indent = Math.max(0, ...beside) + 4;
	return rows.flatMap(([left, right]) => {
		const [first = "", ...more] = wrapped(right, Math.max(width - indent, NARROWEST));
		const rest = more.map((line) => `${" ".repeat(indent)}${line}`);
		if (left.length + 4 > indent) return [
			`  ${left}`,
			`${" ".repeat(indent)}${first}`,
			...rest
		];
		return [`${`  ${left}`.padEnd(indent)}${first}`, ...rest];
	});
}
/** Breaks a text between words. A word that is longer than a line stays whole. */
function wrapped(text, width = Number.POSITIVE_INFINITY) {
	const lines = [];
	for (const word of text.split(" ")) {
		const last = lines.at(-1);
		if (last === void 0 || last.length + 1 + word.length > width) lines.push(word);
		else lines[lines.length - 1] = `${last} ${word}`;
	}
	return lines;
}

export { generalHelp as i, exitCodes as n, familyHelp as r, commandHelp as t };