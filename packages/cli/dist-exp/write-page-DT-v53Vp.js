import { t as errors } from "./errors-CdFutMww.js";
import { a as size } from "./numbers-Bo0ha32z.js";
import { t as oneLine } from "./printable-BZRRzLGW.js";
import { statSync } from "node:fs";
import { messageOf } from "@loadout/core";
import { homedir } from "node:os";
import { replaceWhole } from "@loadout/node";

// packages/cli/src/view/write-page.ts
/** Writes recordings as one page, whole or not at all, and tells what was removed. Throws FILE_NOT_WRITTEN. */
async function writePage(file, recordings, wish) {
	const { io, secrets, whole, results } = wish;
	checkPageFile(file);
	const { exportData, pageHtml } = await import("@loadout/viewer");
	const home = io.env.HOME || homedir();
	const data = await exportData(recordings, {
		now: Date.now(),
		secrets,
		home,
		whole,
		results
	});
	const html = pageHtml(data);
	try {
		replaceWhole(file, html);
	} catch (cause) {
		throw errors.FILE_NOT_WRITTEN({
			file,
			problem: messageOf(cause)
		}, { cause });
	}
	io.tell(`Wrote ${oneLine(file, 400)} (${size(Buffer.byteLength(html))}).\n`);
	const { redacted } = data.exported;
	if (redacted.length > 0) io.tell(`Left out: ${redacted.join(", ")}.\n`);
}
/** Throws FILE_NOT_WRITTEN for a folder or a device: a page takes the place of what was there. */
function checkPageFile(file) {
	const problem = problemWith(file);
	if (problem !== void 0) throw errors.FILE_NOT_WRITTEN({
		file,
		problem
	});
}
function problemWith(file) {
	try {
		const found = statSync(file, { throwIfNoEntry: false });
		if (found === void 0 || found.isFile()) return void 0;
		return found.isDirectory() ? "it is a folder" : "it is not a regular file";
	} catch (error) {
		return messageOf(error);
	}
}

export { writePage as n, checkPageFile as t };