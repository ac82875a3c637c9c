import { t as errors$1 } from "./errors-CdFutMww.js";
import { nearest } from "@loadout/core";
import { errors } from "@loadout/config";

// packages/cli/src/load/mcp-server.ts
/** Keys of servers that are off until the configuration is trusted. */
function serversOff({ trust }) {
	if (trust === void 0 || trust.trusted) return [];
	const keys = trust.parts.flatMap(({ keys: [section, key, ...rest] }) => section === "mcpServers" && key !== void 0 && rest.length === 0 ? [String(key)] : []);
	return [...new Set(keys)].sort();
}
/** Checks that a server exists and is on. Throws MCP_KEY_UNKNOWN, TRUST_NEEDED. */
function checkServer(loaded, key) {
	const off = serversOff(loaded);
	const known = Object.keys(loaded.plan.mcpServers ?? {});
	if (known.includes(key)) return;
	if (loaded.trust !== void 0 && off.includes(key)) {
		const { config, hash } = loaded.trust;
		throw errors.TRUST_NEEDED({
			config,
			hash,
			what: `mcpServers.${key} is off until then`
		});
	}
	const available = [...known, ...off].sort();
	throw errors$1.MCP_KEY_UNKNOWN({
		key,
		nearest: nearest(key, available),
		available
	});
}

export { serversOff as n, checkServer as t };