import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as loadMcpClient, t as connectOptions } from "./mcp-client-BwdEKZLf.js";
import { t as checkServer } from "./mcp-server-BrkTZn_m.js";
import { n as printable } from "./printable-BZRRzLGW.js";

// packages/cli/src/commands/mcp-logout.ts
const execute = async ({ positionals: [key = ""], flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: { keepParams: true }
	});
	checkServer(loaded, key);
	const { logOut } = await loadMcpClient(loaded.plan.configDir, "loadout mcp logout");
	const { servers, stateDir } = connectOptions(loaded.plan, {
		io,
		keys: [key]
	});
	const was = await logOut(key, {
		config: servers[key] ?? {},
		stateDir
	});
	io.out(was ? `Deleted the login of ${printable(key)}.\n` : `There was no login for ${printable(key)}.\n`);
	return 0;
};

export { execute };