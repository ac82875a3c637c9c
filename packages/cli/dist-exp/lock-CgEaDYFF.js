import { t as askServers } from "./ask-servers-CxIlnYll.js";
import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { t as lockOptions } from "./lock-options-BDy-9Vpp.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { join, relative } from "node:path";
import { LOCK_NAME, makeLock } from "@loadout/config";

// packages/cli/src/commands/lock.ts
/** Exits with 1 if a server could not be asked, because the lock is then incomplete. */
const execute = async ({ flags }, io) => {
	const loaded = await loadWhole(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: true
		}
	});
	const file = join(loaded.plan.configDir, LOCK_NAME);
	const mcp = await askServers(loaded, {
		io,
		needs: "loadout lock"
	});
	writeFile(file, { text: await makeLock({
		...lockOptions(loaded, {
			flags,
			io
		}),
		mcp
	}) });
	io.out(`Wrote ${printable(relative(io.cwd, file))}. Review the changes before you commit the file.\n`);
	const problems = Object.entries(mcp.problems);
	for (const [key, problem] of problems) io.tell(`Kept the locked tools of mcpServers.${printable(key)}, because its tools could not be read: ${printable(problem)}\n`);
	return problems.length === 0 ? 0 : 1;
};

export { execute };