import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { n as loadMcpClient, t as connectOptions } from "./mcp-client-BwdEKZLf.js";
import { n as serversOff } from "./mcp-server-BrkTZn_m.js";

// packages/cli/src/load/ask-servers.ts
/** Starts the enabled servers, and takes the fingerprints of their tools. */
async function askServers({ plan, trust }, { io, needs }) {
	const keys = Object.keys(plan.mcpServers ?? {});
	const isDisabled = (key) => plan.mcpServers?.[key]?.options.disabled === true;
	const wanted = keys.filter((key) => !isDisabled(key));
	const resting = [...serversOff({ trust }), ...keys.filter(isDisabled)];
	if (wanted.length === 0) return {
		fingerprints: {},
		unasked: resting,
		problems: {}
	};
	const { fingerprintServers } = await loadMcpClient(plan.configDir, needs);
	const stopped = new AbortController();
	const { release } = onInterrupt(io, () => stopped.abort());
	const { fingerprints, problems } = await fingerprintServers({
		...connectOptions(plan, {
			io,
			keys: wanted
		}),
		signal: stopped.signal
	});
	release();
	return {
		fingerprints,
		unasked: [...resting, ...Object.keys(problems)],
		problems
	};
}

export { askServers as t };