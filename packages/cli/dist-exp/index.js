import { n as table, t as errors } from "./errors-CdFutMww.js";
import { n as signature, t as flagLabel } from "./definition-DLnxT0lQ.js";
import { t as definitions } from "./definitions-BseV1kN_.js";
import { n as exitCodes } from "./help-B0v8Vq8O.js";

// packages/cli/src/reference.ts
/** All commands and flags as Markdown, from the tables of the parser and the help. Used by the README and the docs. */
function commandReference() {
	const codes = exitCodes.map(([code, meaning]) => [String(code), meaning]);
	return [
		...definitions.map(commandSection),
		"### Exit codes",
		table$1(["Code", "Meaning"], codes)
	].join("\n\n");
}
function commandSection(definition) {
	const { name, summary, positionals, flags, details } = definition;
	const rows = [...positionals.map((one) => [`\`${one.name}\``, one.help]), ...flags.map((flag) => [`\`${flagLabel(flag)}\``, `${flag.help}${flag.repeat === true ? " Repeatable." : ""}`])];
	return [
		`### \`loadout ${[name, signature(definition)].join(" ").trimEnd()}\``,
		summary,
		...details ?? [],
		...rows.length === 0 ? [] : [table$1(["Argument or flag", "Meaning"], rows)]
	].join("\n\n");
}
const table$1 = (head, rows) => [
	head,
	head.map(() => "---"),
	...rows
].map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");

export { commandReference, table as errorTable, errors };