import { n as placeText } from "./decision-BnLJaKz7.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { isLoadoutError, messageOf } from "@loadout/core";

// packages/cli/src/render/character-width.ts
/** Combining marks, joiners and variation selectors stand on the character before them. */
const NONE = /\p{Mn}|\p{Me}|[\u200b-\u200d]/u;
/** Scripts with full-width characters, and emoji. */
const DOUBLE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
/** Returns the columns that a character takes in a terminal: none, one or two. */
const characterWidth = (character) => character < "̀" ? 1 : NONE.test(character) ? 0 : DOUBLE.test(character) ? 2 : 1;
/** Returns the columns that a text of one line takes in a terminal. */
function textWidth(text) {
	let width = 0;
	for (const character of text) width += characterWidth(character);
	return width;
}

// packages/cli/src/render/read-hunks.ts
/**
* Finds the unified difference from a recording between other lines. Returns `undefined` if there is none, and for one that is
* not complete.
*/
function readHunks(lines) {
	const start = lines.findIndex((line, index) => line === "--- recorded" && lines[index + 1] === "+++ now");
	if (start === -1) return void 0;
	const hunks = [];
	let end = start + 2;
	for (let head = HEAD.exec(lines[end] ?? ""); head !== null; head = HEAD.exec(lines[end] ?? "")) {
		const [before, beforeCount, now, nowCount] = head.slice(1).map((digits) => digits === void 0 ? 1 : Number(digits));
		const taken = takeBody(lines, {
			from: end + 1,
			before: beforeCount ?? 1,
			now: nowCount ?? 1
		});
		if (taken === void 0) return void 0;
		hunks.push({
			at: [before ?? 1, now ?? 1],
			pairs: paired(taken)
		});
		end += 1 + taken.length;
	}
	return hunks.length === 0 ? void 0 : {
		start,
		end,
		names: ["recorded", "now"],
		hunks
	};
}
const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/;
function takeBody(lines, { from, before, now }) {
	const taken = [];
	const left = {
		before,
		now
	};
	while (left.before > 0 || left.now > 0) {
		const line = lines[from + taken.length];
		if (line === void 0 || !/^[ +-]/.test(line)) return void 0;
		if (!line.startsWith("+")) left.before -= 1;
		if (!line.startsWith("-")) left.now -= 1;
		taken.push(line);
	}
	return left.before === 0 && left.now === 0 ? taken : void 0;
}
/** Puts the lines that are gone beside the new ones that stand in their place. */
function paired(body) {
	const pairs = [];
	let gone = [];
	let added = [];
	const settle = () => {
		for (let index = 0; index < Math.max(gone.length, added.length); index++) pairs.push(pairOf(gone[index], added[index]));
		gone = [];
		added = [];
	};
	for (const line of body) {
		const text = line.slice(1);
		if (line.startsWith("-")) gone.push(text);
		else if (line.startsWith("+")) added.push(text);
		else {
			settle();
			pairs.push({
				mark: " ",
				sides: [text, text]
			});
		}
	}
	settle();
	return pairs;
}
const pairOf = (gone, added) => ({
	mark: gone === void 0 ? "+" : added === void 0 ? "-" : "≠",
	sides: [gone ?? "", added ?? ""]
});

// packages/cli/src/render/side-by-side.ts
/** A narrower terminal gets the lines as they are. */
const LEAST_COLUMNS = 100;
/** A line of a difference takes at most so many rows of its column. */
const MOST_ROWS = 8;
/** The mark before the left column, and the line between the columns. */
const BESIDE = 5;
/**
* Returns the lines with the difference from a recording in two columns: the recording, and the request of now. `≠`: the line
* differs · `-`: it is missing now · `+`: it is in no recording. Lines without such a difference stay as they are.
*/
function sideBySide(lines, columns) {
	if (columns < LEAST_COLUMNS) return lines;
	const found = readHunks(lines);
	if (found === void 0) return lines;
	const pairs = found.hunks.flatMap(({ at, pairs: own }, index) => index === 0 && at[0] === 1 && at[1] === 1 ? own : [placeOf(at), ...own]);
	const all = [{
		mark: " ",
		sides: found.names
	}, ...pairs];
	const most = Math.floor((columns - BESIDE) / 2);
	const rows = all.flatMap((pair) => rowsOf(pair, most));
	const width = Math.max(...rows.map(({ left }) => textWidth(left)));
	const shown = rows.map(({ mark, left, right }) => `${mark} ${padded(left, width)} │ ${right}`.trimEnd());
	return [
		...lines.slice(0, found.start),
		...shown,
		...lines.slice(found.end)
	];
}
/** The numbers of the first lines of a hunk. */
const placeOf = ([before, now]) => ({
	mark: " ",
	sides: [`⋮ line ${before}`, `⋮ line ${now}`]
});
/** Breaks a pair into rows. A line that does not differ gives way to those that do, and takes one row. */
function rowsOf({ mark, sides }, width) {
	const most = mark === " " ? 1 : MOST_ROWS;
	const [left = [], right = []] = (mark === "≠" ? fromDifference(sides, width) : sides).map((side) => broken(side, {
		width,
		most
	}));
	return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
		mark: index === 0 ? mark : " ",
		left: left[index] ?? "",
		right: right[index] ?? ""
	}));
}
/** Two long lines that begin alike are shown from one row before their difference. */
function fromDifference([before, now], width) {
	const characters = [...now];
	let same = 0;
	let at = 0;
	while (same < characters.length && before.startsWith(characters[same] ?? "", at)) at += characters[same++]?.length ?? 0;
	if (same < 3 * width) return [before, now];
	const skipped = characters.slice(0, same - width).join("").length;
	return [`…${before.slice(skipped)}`, `…${now.slice(skipped)}`];
}
const TAB = "    ";
function broken(text, { width, most }) {
	const rows = [""];
	let used = 0;
	for (const character of text.replaceAll("	", TAB)) {
		const wide = characterWidth(character);
		if (used + wide > width) {
			if (rows.length === most) return [...rows.slice(0, -1), `${[...rows.at(-1) ?? ""].slice(0, -1).join("")}…`];
			rows.push("");
			used = 0;
		}
		rows[rows.length - 1] += character;
		used += wide;
	}
	return rows;
}
const padded = (text, width) => text + " ".repeat(width - textWidth(text));

// packages/cli/src/render/problem.ts
/** Any error as data. An unexpected error is reported as a bug of Loadout. */
function problemOf(error) {
	if (isLoadoutError(error)) return {
		code: error.code,
		message: error.message,
		fix: error.fix,
		position: error.position
	};
	return {
		code: "INTERNAL",
		message: `${messageOf(error).replace(/[.\s]*$/, ".")} This is a bug in Loadout.`,
		fix: "Run it again with LOADOUT_DEBUG=1 and report what it prints."
	};
}
/** Prints `file:line:column  error CODE: message` and, on the next line, the fix. */
function tellProblem(problem, io) {
	const { code, message, fix, position } = problem;
	const place = position === void 0 ? "" : `${printable(placeText(position, io.cwd))}  `;
	const redact = io.redact ?? ((text) => text);
	const text = redact(printable(redact(message)));
	const lines = sideBySide(text.split("\n"), io.isTerminal ? io.columns : 0);
	io.tell(`${place}${io.paint("red", `error ${code}`)}: ${lines.join("\n")}\n`);
	if (fix !== void 0) io.tell(`Fix: ${printable(fix)}\n`);
}

export { tellProblem as n, sideBySide as r, problemOf as t };