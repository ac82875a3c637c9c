import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as loadMcpClient, t as connectOptions } from "./mcp-client-BwdEKZLf.js";
import { t as checkServer } from "./mcp-server-BrkTZn_m.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";

// packages/cli/src/commands/mcp-login.ts
const execute = async ({ positionals: [key = ""], flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: { keepParams: true }
	});
	checkServer(loaded, key);
	const { logIn } = await loadMcpClient(loaded.plan.configDir, "loadout mcp login");
	const { servers, stateDir } = connectOptions(loaded.plan, {
		io,
		keys: [key]
	});
	const stopped = new AbortController();
	const { release } = onInterrupt(io, () => stopped.abort());
	try {
		const openUrl = (url) => io.tell(`Open this page and approve the login:\n${printable(url)}\n`);
		await logIn(key, {
			config: servers[key] ?? {},
			stateDir,
			openUrl,
			signal: stopped.signal
		});
	} finally {
		release();
	}
	io.out(`Logged in to ${printable(key)}.\n`);
	return 0;
};

export { execute };