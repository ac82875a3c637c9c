import { t as errors } from "./errors-CdFutMww.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

// packages/cli/src/load/write-file.ts
/**
* Writes a file. Throws FILE_NOT_WRITTEN. With `exclusive`, an existing file stays; the result says whether the file was written.
*/
function writeFile(file, { text, exclusive = false }) {
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text, { flag: exclusive ? "wx" : "w" });
		return true;
	} catch (cause) {
		if (exclusive && cause.code === "EEXIST") return false;
		throw errors.FILE_NOT_WRITTEN({
			file,
			problem: cause.message
		}, { cause });
	}
}

export { writeFile as t };