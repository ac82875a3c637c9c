import { t as errors$2 } from "./errors-CdFutMww.js";
import { i as plain, n as placeText } from "./decision-BnLJaKz7.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { i as plural, n as count } from "./numbers-Bo0ha32z.js";
import { join } from "node:path";
import { visibleText } from "@loadout/core";
import { errors } from "@loadout/config";
import { stateDir } from "@loadout/runner";

// packages/cli/src/render/line-diff.ts
/** The number of lines around a difference. */
const CONTEXT = 3;
/** Above this number of pairs, the lines between the first and the last difference are not compared. */
const MOST_PAIRS = 1e6;
/** Compares two texts. Returns the ranges of different lines, each with the number of its first line and some lines around it. */
function lineDiff(before, after) {
	const all = comparedLines(linesOf(before), linesOf(after));
	const near = all.map((_, at) => all.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((line) => line.kind !== "same"));
	const hunks = [];
	let number = 1;
	for (const [at, line] of all.entries()) {
		if (near[at] === true && near[at - 1] !== true) hunks.push({
			at: number,
			lines: []
		});
		if (near[at] === true) hunks.at(-1)?.lines.push(line);
		if (line.kind !== "gone") number += 1;
	}
	return hunks;
}
const linesOf = (text) => text === "" ? [] : text.replace(/\n$/, "").split("\n");
const as = (kind, lines) => lines.map((text) => ({
	kind,
	text
}));
function comparedLines(before, after) {
	let start = 0;
	while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
	let end = 0;
	const most = Math.min(before.length, after.length) - start;
	while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
	const gone = before.slice(start, before.length - end);
	const added = after.slice(start, after.length - end);
	const middle = gone.length * added.length > MOST_PAIRS ? [...as("gone", gone), ...as("new", added)] : longestCommon(gone, added);
	return [
		...as("same", before.slice(0, start)),
		...middle,
		...as("same", before.slice(before.length - end))
	];
}
/** Keeps as many equal lines as possible. */
function longestCommon(before, after) {
	const width = after.length + 1;
	const lengths = new Uint32Array((before.length + 1) * width);
	const lengthAt = (i, j) => lengths[i * width + j] ?? 0;
	for (let i = before.length - 1; i >= 0; i--) for (let j = after.length - 1; j >= 0; j--) lengths[i * width + j] = before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
	const lines = [];
	let [i, j] = [0, 0];
	while (i < before.length || j < after.length) {
		const [old = "", now = ""] = [before[i], after[j]];
		if (i < before.length && j < after.length && old === now) {
			lines.push({
				kind: "same",
				text: old
			});
			i += 1;
			j += 1;
		} else if (i < before.length && (j >= after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
			lines.push({
				kind: "gone",
				text: old
			});
			i += 1;
		} else {
			lines.push({
				kind: "new",
				text: now
			});
			j += 1;
		}
	}
	return lines;
}

// packages/cli/src/render/change-lines.ts
const MOST_LINES = 120;
const MARKS = {
	same: " ",
	gone: "-",
	new: "+"
};
/** A change of a file for the person who decides about it: each line behind a margin, with every character visible. */
function changeLines({ before, after, note }, { paint }) {
	const hunks = lineDiff(before, after);
	const all = hunks.flatMap(({ at, lines }) => [...hunks.length > 1 || at > 1 ? [paint("dim", `  @@ line ${count(at)}`)] : [], ...lines.map((line) => lineText(line, paint))]);
	const left = all.length - MOST_LINES;
	const shown = left > 0 ? [
		...all.slice(0, 100),
		`  [${plural(left, "line")} not shown]`,
		...all.slice(-20)
	] : all;
	const notes = new Set(hunks.flatMap(({ lines }) => lines.flatMap(({ kind, text }) => kind === "new" ? notesOf(text) : [])));
	const nothing = all.length === 0 ? ["  (nothing would be different)"] : [];
	const about = note === void 0 ? [] : [`  (${note})`];
	return [
		...shown,
		...nothing,
		...about,
		...[...notes].map((one) => `  Careful: ${one}.`)
	];
}
/** A tab becomes blanks of a known width. */
const lineOf = (text) => visibleText(text.replaceAll("	", "    "));
const notesOf = (text) => lineOf(text).notes.map((one) => one.replace(/^\d+ /, ""));
function lineText({ kind, text }, paint) {
	const line = `  │ ${MARKS[kind]} ${lineOf(text).lines.join("⏎")}`;
	return kind === "same" ? line : paint(kind === "new" ? "green" : "red", line);
}

// packages/cli/src/render/repository-code.ts
/** Programs that run code from the files of the folder. */
const RUNS_CODE = /^Bash\((?:make|npm|npx|pnpm|yarn|bun|node|deno|python3?|pytest|cargo|go|gradle|mvn|just|rake|bundle|composer|tox|bash|sh)\b/;
/**
* Whether an allow rule lets a program run code from the repository. The lock and the trust cover only the text of such a rule.
*/
const runsRepositoryCode = (rule) => rule === "Bash" || RUNS_CODE.test(rule);
const carefulWith = (rule) => `Careful: ${rule} runs whatever scripts, build files and dependencies this repository contains at that time.`;

// packages/cli/src/render/visible.ts
/**
* Characters that a terminal does not show as they are: controls, characters that turn the direction or have no width, unusual
* blanks.
*/
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]/gu;
/** A run of blanks that pushes the following text out of sight. */
const MANY_BLANKS = / {9,}/g;
/** One line of text with every character visible. */
const visible = (text) => shortBlanks(text).replace(UNSEEN, escaped);
/** A value as JSON for the person who decides about it: whole, with nothing hidden. */
function visibleValue(value) {
	return JSON.stringify(value, (_, one) => typeof one === "string" ? shortBlanks(one) : one, 2).replace(UNSEEN, (character) => character === "\n" ? character : escaped(character));
}
const shortBlanks = (text) => text.replace(MANY_BLANKS, (blanks) => `⟨${blanks.length} blanks⟩`);
const escaped = (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

// packages/cli/src/render/trust-text.ts
/**
* All active parts in full, each with its place and the files that it names. If some parts were trusted before, the changes come
* first.
*/
function trustText(verdict, around) {
	const { root, config, hash, parts, changes } = verdict;
	const broad = parts.flatMap(rulesThatRunCode);
	return [
		`${visible(config)} in ${visible(root)}: trust enables ${parts.length === 1 ? "this part" : `these ${parts.length} parts`}.\n`,
		...parts.map((part) => partText$1(part, {
			...around,
			changed: changeOf(part, verdict)
		})),
		...changes === void 0 || changes.length === 0 ? [] : [`Since you trusted it:\n${changesText(changes, around)}\n`],
		...broad.map((rule) => `${visible(carefulWith(rule))}\n`),
		`sha256 ${hash}\n`
	].join("\n");
}
/** The differences part by part, with the lines if they are known. */
function changesText(changes, { paint }) {
	return changes.flatMap(({ path, how, texts = [] }) => [`${visible(path)}  (${how})`, ...texts.flatMap((one) => diffOf(one, paint))]).join("\n");
}
function diffOf({ name, before, after }, paint) {
	return [...name === "" ? [] : [`  ${visible(name)}`], ...changeLines({
		path: name,
		before,
		after
	}, { paint })];
}
function partText$1(part, { cwd, changed }) {
	const place = part.position === void 0 ? "" : `  ${visible(placeText(part.position, cwd))}`;
	const value = part.reads === void 0 ? visibleValue(part.value) : `inserts: ${part.reads.map(visible).join(", ")}`;
	const files = part.files.map(({ path, sha256 }) => `  file ${visible(path)}  ${sha256.slice(0, 16)}…\n`);
	const absent = (part.absent ?? []).map((path) => `  names ${visible(path)}, which does not exist\n`);
	const { package: found } = part;
	const loaded = found === void 0 ? [] : [`  loads ${visible(found.name)} ${visible(found.version)}  ${found.sha256.slice(0, 16)}…\n`];
	return `${visible(part.path)}${place}${changed}\n${value.replace(/^/gm, "  ")}\n${[
		...loaded,
		...files,
		...absent
	].join("")}`;
}
const changeOf = ({ path }, { changes }) => {
	const how = changes?.find((one) => one.path === path)?.how;
	return how === void 0 ? "" : `  (${how} since you trusted it)`;
};
function rulesThatRunCode({ keys, value }) {
	if (!keys.includes("permissions") || !keys.includes("allow") || !Array.isArray(value)) return [];
	return value.map((one) => typeof one === "string" ? one : String(one.rule ?? "")).filter(runsRepositoryCode);
}

// packages/cli/src/load/settle-trust.ts
const trustFile = (env) => join(stateDir(env), "trust.json");
/** The sources of trust: the record of this user, and the hashes given for this run. No option trusts everything. */
function trustOptions(flags, { env }) {
	const hashes = [...(env.LOADOUT_TRUST ?? "").split(/[\s,]+/).filter((one) => one !== "").map((found) => readHash(found, "LOADOUT_TRUST")), ...flags.trust === void 0 ? [] : [readHash(flags.trust, "--trust")]];
	return {
		file: trustFile(env),
		...hashes.length === 0 ? {} : { hashes }
	};
}
function readHash(found, from) {
	const hash = found.toLowerCase().replace(/^sha256:/, "");
	if (!/^[0-9a-f]{64}$/.test(hash)) throw errors$2.TRUST_HASH({
		found,
		from
	});
	return hash;
}
/** Reports the parts that are left out because they are not trusted. Throws if the flags do not allow leaving them out. */
function settleTrust(trust, { flags, io }) {
	if (trust === void 0 || trust.trusted) return;
	const { config, hash } = trust;
	const changes = trust.changes === void 0 ? void 0 : changesText(trust.changes, { paint: plain });
	if ((trustOptions(flags, io).hashes ?? []).length > 0) throw errors$2.TRUST_OTHER({
		config,
		hash,
		changes
	});
	if (flags["require-trust"] === true) throw errors.TRUST_NEEDED({
		config,
		hash,
		what: "--require-trust is set",
		changes
	});
	const what = trust.changes === void 0 ? "is not trusted" : "changed since you trusted it";
	io.tell(`note: ${printable(`${config} ${what}, so these parts are disabled: ${listed(trust.parts)}.`)}\n`);
	io.tell("To review and enable them: loadout trust\n");
}
const SHOWN = 6;
function listed(parts) {
	const names = [...new Set(parts.map((part) => part.path))];
	const more = names.length - SHOWN;
	return [...names.slice(0, SHOWN), ...more > 0 ? [`and ${more} more`] : []].join(", ");
}

export { changesText as a, visibleValue as c, changeLines as d, lineDiff as f, trustOptions as i, carefulWith as l, settleTrust as n, trustText as o, trustFile as r, visible as s, readHash as t, runsRepositoryCode as u };