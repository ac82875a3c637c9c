import { n as poolWithServers, r as unknownTools, t as knownServers } from "./known-servers-B6g37Nms.js";
import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as offeredTools } from "./offered-tools-CD6gXnGq.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";

// packages/cli/src/commands/tools.ts
const execute = async ({ positionals: [agent], flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: {
			agent,
			keepParams: true
		}
	});
	await withAgent(loaded.plan, {
		agent,
		env: io.env,
		use: async (ready) => {
			const servers = await knownServers(loaded, {
				agent: ready.name,
				io
			});
			const shown = {
				agent: ready,
				pool: poolWithServers(ready, servers),
				unknown: servers.unknown
			};
			return flags.json ? printJson(shown, io) : print(shown, io);
		}
	});
	return 0;
};
function print({ agent, pool, unknown }, io) {
	const offered = offeredTools({
		spec: agent.spec,
		pool
	});
	io.out(`${agent.name} sees ${plural(offered.length, "tool")}.\n`);
	io.out(table(offered.map((tool) => [
		tool.name,
		kindOf(tool),
		tool.origin.from,
		oneLine(firstSentence(tool), 90)
	])));
	const notes = [
		...agent.notices,
		...pool.notes.map((note) => note.message),
		...unknown.map(unknownTools)
	];
	if (notes.length > 0) io.out(`\nLeft out, or worth checking:\n${notes.map((note) => `  ${printable(note)}\n`).join("")}`);
}
function printJson({ agent, pool, unknown }, io) {
	const offered = offeredTools({
		spec: agent.spec,
		pool
	}).map((tool) => ({
		name: tool.name,
		aliases: tool.aliases,
		readOnly: tool.annotations.readOnlyHint,
		from: tool.origin.from,
		description: tool.api.description,
		inputSchema: tool.api.input_schema
	}));
	const { name, notices } = agent;
	io.out(`${printableJson({
		agent: name,
		tools: offered,
		notes: pool.notes,
		notices,
		unknownServers: unknown
	}, 2)}\n`);
}
const kindOf = (tool) => tool.annotations.readOnlyHint ? "read-only" : "may change";
const firstSentence = (tool) => tool.api.description.split(/(?<=\.)\s|\n/, 1)[0] ?? "";

export { execute };