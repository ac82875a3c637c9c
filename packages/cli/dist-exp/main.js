import { t as isEngineCall } from "./is-engine-call-CSG5p59t.js";
import module from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

// packages/cli/src/keep-compiled.ts
/** The folder for compiled code, beside the stored plans and for this user alone; `undefined` if no folder is known. */
function compiledFolder({ XDG_CACHE_HOME: cache, HOME: home }) {
	const base = cache || (home ? join(home, ".cache") : void 0);
	return base === void 0 ? void 0 : join(base, "loadout", "compiled");
}
/**
* From Node 22 on, compiled code is stored and used again. A start then takes about a sixth less time. A folder that cannot be
* written to stops nothing.
*/
function keepCompiled(env) {
	const folder = compiledFolder(env);
	const { enableCompileCache } = module;
	if (folder !== void 0) enableCompileCache?.(folder);
}

// packages/cli/src/main.ts
const argv = process.argv.slice(2);
const asksHelp = [
	"help",
	"--help",
	"-h"
].includes(argv[0] ?? "");
/** Programs that start an engine ask for its version, and expect one first whose protocol they know. Source: CLI-01, U5. */
const PROTOCOL = "2.1.330";
/** Answers requests that need only this file. The rest of the command is loaded on demand. */
async function answered() {
	const [first] = argv;
	if (first === "--version" || first === "-v") {
		const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
		process.stdout.write(`${PROTOCOL} (Loadout ${version})\n`);
		return true;
	}
	if (isEngineCall(argv)) return false;
	const { findDefinition } = await import("./find-definition-CAFuqyuv.js");
	const { commandHelp, familyHelp, generalHelp } = await import("./help-DVrgVdT1.js");
	const found = findDefinition(asksHelp ? argv.slice(1) : argv);
	const beforeDashes = found?.rest.slice(0, found.rest.includes("--") ? found.rest.indexOf("--") : void 0) ?? [];
	const isFamily = found === void 0 && (argv[1] === "--help" || argv[1] === "-h");
	if (!asksHelp && !isFamily && !beforeDashes.includes("--help") && !beforeDashes.includes("-h")) return false;
	const width = process.stdout.isTTY ? process.stdout.columns : void 0;
	const word = (asksHelp ? argv[1] : first) ?? "";
	const text = found === void 0 ? word === "" ? generalHelp(width) : familyHelp(word, width) : commandHelp(found.definition, width);
	if (text === void 0) return false;
	process.stdout.write(text);
	return true;
}
/** Listens for a failed write of this file's own output; the rest of the command has a listener of its own. */
const onLost = ({ message }) => {
	process.stderr.write(`error OUTPUT_LOST: Standard output cannot be written: ${message}\n`);
	process.exitCode = 1;
};
process.stdout.once("error", onLost);
if (!await answered()) {
	process.stdout.off("error", onLost);
	if (argv.length === 0) {
		const { generalHelp } = await import("./help-DVrgVdT1.js");
		process.stderr.write(generalHelp(process.stderr.isTTY ? process.stderr.columns : void 0));
		process.exitCode = 2;
	} else {
		keepCompiled(process.env);
		const { runCommandLine } = await import("./command-line-DuEHDR17.js");
		await runCommandLine(asksHelp && argv.length > 1 ? argv.slice(1) : argv);
	}
}

export {  };