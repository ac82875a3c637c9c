import { t as loadPackage } from "./load-package-cvkcGg7b.js";
import { join } from "node:path";
import { childEnvironment, stateDir } from "@loadout/runner";

// packages/cli/src/load/mcp-client.ts
/** Loads the MCP client. Throws PACKAGE_MISSING. */
const loadMcpClient = (configDir, needs) => loadPackage("@loadout/mcp", {
	configDir,
	needs,
	names: [
		"createMcpConnections",
		"fingerprintServers",
		"logIn",
		"logOut",
		"pinnedTools"
	]
});
/** The options with which a run would connect these servers of the plan. */
function connectOptions(plan, { io, keys }) {
	const named = keys.flatMap((key) => {
		const server = plan.mcpServers?.[key];
		return server === void 0 ? [] : [{
			key,
			server
		}];
	});
	const approved = named.flatMap(({ key, server }) => server.approved === void 0 ? [] : [[key, server.approved]]);
	return {
		servers: Object.fromEntries(named.map(({ key, server }) => [key, server.options])),
		cwd: plan.workspace,
		roots: plan.permissions.additionalDirectories,
		env: childEnvironment(io.env),
		stateDir: join(stateDir(io.env), "plugins", "mcp"),
		...approved.length === 0 ? {} : { approved: Object.fromEntries(approved) }
	};
}

export { loadMcpClient as n, connectOptions as t };