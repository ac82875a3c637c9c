import { n as tokensOf } from "./token-estimate-CIMGMzIa.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { n as loadMcpClient, t as connectOptions } from "./mcp-client-BwdEKZLf.js";
import { prepareTool } from "@loadout/core";

// packages/cli/src/load/diagnose-server.ts
/** Connects one server as a run would, inspects it, and ends it. */
async function diagnoseServer(plan, { key, io }) {
	const { createMcpConnections } = await loadMcpClient(plan.configDir, "loadout mcp doctor");
	const stopped = new AbortController();
	const { release } = onInterrupt(io, () => stopped.abort());
	const notices = [];
	const connections = createMcpConnections({
		...connectOptions(plan, {
			io,
			keys: [key]
		}),
		signal: stopped.signal,
		onNotice: ({ message }) => notices.push(message)
	});
	try {
		const began = performance.now();
		await connections.settled();
		const ms = Math.round(performance.now() - began);
		const [status] = connections.status();
		const seen = status ?? {
			key,
			kind: "unknown",
			state: "failed",
			quarantined: []
		};
		return {
			...await foundAt(connections, seen),
			ms,
			problems: problemsOf(seen, {
				notices,
				entry: plan.mcpServers?.[key]?.options ?? {}
			})
		};
	} finally {
		await connections.close();
		release();
	}
}
async function foundAt(connections, { key, kind, state, info, quarantined }) {
	const open = state === "connected";
	const [resources, prompts] = await Promise.all(open ? [connections.resources(key), connections.prompts(key)] : [{ items: [] }, { items: [] }]);
	const tools = (open ? connections.tools() : []).map((tool) => {
		const { api } = prepareTool(tool, {
			kind: "mcp",
			from: key
		});
		return {
			name: tool.name,
			tokens: tokensOf(JSON.stringify(api))
		};
	});
	return {
		server: key,
		kind,
		state,
		info,
		tools: tools.sort((a, b) => b.tokens - a.tokens),
		tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
		resources: resources?.items.length ?? 0,
		prompts: prompts?.items.length ?? 0,
		leftOut: quarantined
	};
}
/** The problems of a server. A tool that was left out is reported as such, and the reason for a failure is reported once. */
function problemsOf({ key, state, problem, quarantined }, { notices, entry }) {
	const known = /* @__PURE__ */ new Set([problem, ...quarantined.map(({ name, why }) => `its tool "${name}" is left out: ${why}`)]);
	const others = notices.filter((notice) => !known.has(notice)).map((notice) => ({ problem: notice }));
	if (state === "connected") return others;
	return [{
		problem: problem ?? `it is ${state}`,
		fix: fixFor(state, {
			key,
			entry
		})
	}, ...others];
}
function fixFor(state, { key, entry: { command, args, url } }) {
	if (state === "disabled") return `Remove disabled from mcpServers.${key}.`;
	if (state === "needs-auth") return `loadout mcp login ${key}`;
	if (typeof url === "string") return `See what answers at ${url}`;
	return `Run it by hand and see what it says: ${[command, ...Array.isArray(args) ? args : []].join(" ")}`;
}

export { diagnoseServer as t };