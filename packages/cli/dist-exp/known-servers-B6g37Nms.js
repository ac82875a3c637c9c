import { n as loadMcpClient, t as connectOptions } from "./mcp-client-BwdEKZLf.js";
import { n as serversOff } from "./mcp-server-BrkTZn_m.js";
import { MCP_INPUT, serverPrefix, serverRule } from "@loadout/core";

// packages/cli/src/load/known-servers.ts
/** Returns what a command can know of the servers of an agent without starting one. */
async function knownServers(loaded, { agent, io }) {
	const { plan } = loaded;
	const own = plan.agents[agent]?.mcpServers;
	const ofAgent = (key) => own?.includes(key) ?? true;
	const keys = Object.keys(plan.mcpServers ?? {}).filter(ofAgent);
	const off = serversOff(loaded).filter(ofAgent);
	if (keys.length === 0) return {
		tools: [],
		named: [],
		unknown: off
	};
	const { pinnedTools } = await loadMcpClient(plan.configDir, "what is known of mcpServers");
	const { tools, named, unknown } = pinnedTools(connectOptions(plan, {
		io,
		keys
	}));
	return {
		tools,
		named,
		unknown: [...unknown, ...off]
	};
}
/** Returns the pool with the tools of pinned servers. It does not call a name unknown that a server may turn out to have. */
function poolWithServers({ spec }, { tools, unknown }) {
	const pool = spec.poolWith(tools);
	const mayExist = ({ kind, name }) => kind === "unknown" && unknown.some((key) => isAbout(name, key));
	return {
		...pool,
		notes: pool.notes.filter((note) => !mayExist(note))
	};
}
/** Whether a name or a pattern may match tools of a server. */
function isAbout(name, key) {
	const [head = ""] = name.split("*", 1);
	const prefix = serverPrefix(key);
	if (name.includes("*")) return head.startsWith(prefix) || prefix.startsWith(head);
	return name === MCP_INPUT || name === serverRule(key) || name.startsWith(prefix);
}
/** The note about a server that no command can look into. */
const unknownTools = (key) => `The tools of mcpServers.${key} are known only while it runs, so names of them are not checked. \`loadout lock\` pins them.`;

export { poolWithServers as n, unknownTools as r, knownServers as t };