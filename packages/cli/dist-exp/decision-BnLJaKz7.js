import { n as printable } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { relative } from "node:path";
import { partText, ruleText, visibleText } from "@loadout/core";

// packages/cli/src/render/paint.ts
const CODES = {
	dim: [2, 22],
	bold: [1, 22],
	red: [31, 39],
	green: [32, 39],
	yellow: [33, 39]
};
const painted = (style, text) => `\x1b[${CODES[style][0]}m${text}\x1b[${CODES[style][1]}m`;
const plain = (_, text) => text;

// packages/cli/src/render/decision.ts
const STYLES = {
	allow: "green",
	ask: "yellow",
	deny: "red"
};
/** A decision for people: the call, the reason, each step with its rule and place, and a rule that would allow the call. */
function decisionText(decision, { cwd, paint }) {
	const { behavior, reason, fix, trace, parts = [] } = decision;
	const steps = trace.map((step) => [
		"",
		printable(step.what),
		step.what === "PreToolUse hooks" ? "not run" : step.outcome,
		step.rule === void 0 ? "" : ruleAt(step.rule, cwd)
	]);
	const asked = behavior === "ask" ? "In loadout run nobody can be asked, so the call would be denied.\n" : "";
	return [
		`${paint(STYLES[behavior], behavior)}: ${printable(reason)}\n`,
		asked,
		parts.length > 0 ? `Parts:\n${table(parts.map((part) => partRow(part, cwd)))}` : "",
		steps.length > 0 ? `Steps:\n${table(steps)}` : "",
		fix === void 0 ? "" : `To allow it: ${printable(fix)}\n`
	].join("");
}
/** One part of a call: its decision, and the rule that decides or would allow it. */
function partRow({ part, behavior, rule, named, reason, fix }, cwd) {
	const why = rule !== void 0 ? `${ruleAt(rule, cwd)}${named === void 0 ? "" : printable(`: the word ${named.word} may name ${named.path}`)}` : behavior === "allow" ? "no rule needed" : printable(`${reason.replace(/^\S+ needs approval: /, "")} ${fix ?? ""}`);
	return [
		"",
		visibleText(partText(part)).lines.join("⏎"),
		behavior,
		why
	];
}
const ruleAt = (rule, cwd) => `${printable(ruleText(rule))} (${rule.position === void 0 ? `${rule.layer} settings` : placeText(rule.position, cwd)})`;
function placeText({ file, line, column }, cwd) {
	const path = relative(cwd, file);
	return `${path.startsWith("..") ? file : path}:${line}:${column}`;
}

export { plain as i, placeText as n, painted as r, decisionText as t };