import { t as askServers } from "./ask-servers-CxIlnYll.js";
import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { t as lockOptions } from "./lock-options-BDy-9Vpp.js";
import { r as printableJson } from "./printable-BZRRzLGW.js";
import { s as visible } from "./settle-trust-COPkQTMd.js";
import { LOCK_NAME, differsFromLock } from "@loadout/config";

// packages/cli/src/commands/lock-verify.ts
const execute = async ({ flags }, io) => {
	const loaded = await loadWhole(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: true
		}
	});
	const mcp = await askServers(loaded, {
		io,
		needs: "loadout lock verify"
	});
	const unknown = Object.entries(mcp.problems).map(([key, problem]) => `? mcp.${key}: ${problem}`);
	const lines = [...await differsFromLock({
		...lockOptions(loaded, {
			flags,
			io
		}),
		mcp
	}), ...unknown];
	const ok = lines.length === 0;
	if (flags.json) io.out(`${printableJson({
		ok,
		lines
	}, 2)}\n`);
	else if (ok) io.out(`Everything matches ${LOCK_NAME}.\n`);
	else io.out(`Differences from ${LOCK_NAME} (- locked, + found${unknown.length > 0 ? ", ? unknown" : ""}):\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`);
	return ok ? 0 : 6;
};

export { execute };