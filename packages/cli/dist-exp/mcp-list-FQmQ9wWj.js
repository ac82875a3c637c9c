import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as serversOff } from "./mcp-server-BrkTZn_m.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";

// packages/cli/src/commands/mcp-list.ts
const execute = async ({ flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: { keepParams: true }
	});
	const servers = Object.entries(loaded.plan.mcpServers ?? {}).map(([key, server]) => ({
		key,
		...entryOf(server)
	}));
	const off = serversOff(loaded);
	if (flags.json) io.out(`${printableJson({
		servers,
		off
	}, 2)}\n`);
	else if (servers.length + off.length === 0) io.out("The configuration declares no MCP servers.\n");
	else io.out(table([...servers.map(({ key, start, at, locked }) => [
		oneLine(key),
		start,
		lockedText(locked),
		oneLine(at, 100)
	]), ...off.map((key) => [
		oneLine(key),
		"off",
		"not trusted",
		""
	])]));
	return 0;
};
function entryOf({ options, approved }) {
	const { command, args, url, start, disabled } = options;
	const words = [command, ...Array.isArray(args) ? args : []];
	return {
		start: disabled === true ? "disabled" : typeof start === "string" ? start : "eager",
		at: typeof url === "string" ? url : words.join(" "),
		/** The number of tools in the lock. Absent for a server that is not in the lock. */
		locked: approved === void 0 ? void 0 : Object.keys(approved).length
	};
}
const lockedText = (locked) => locked === void 0 ? "not locked" : `${plural(locked, "tool")} locked`;

export { execute };