import { t as errors } from "./errors-CdFutMww.js";
import { statSync } from "node:fs";
import { resolve } from "node:path";

// packages/cli/src/load/working-folder.ts
/** The folder that a flag names, as an absolute path; without a flag, the folder of the process. */
function workingFolder(cwd, given) {
	if (given.dir === void 0) return cwd;
	const dir = resolve(cwd, given.dir);
	if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw errors.FOLDER_MISSING({
		flag: given.flag,
		dir
	});
	return dir;
}

export { workingFolder as t };