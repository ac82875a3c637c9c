import { n as poolWithServers, t as knownServers } from "./known-servers-B6g37Nms.js";
import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as offeredTools } from "./offered-tools-CD6gXnGq.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { n as count } from "./numbers-Bo0ha32z.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { n as tokensOf, t as ESTIMATE } from "./token-estimate-CIMGMzIa.js";

// packages/cli/src/commands/context.ts
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
			const parts = partsOf({
				spec: ready.spec,
				pool: poolWithServers(ready, servers)
			});
			const sum = sumOf(parts);
			const unknownServers = [...servers.unknown, ...servers.named];
			io.out(flags.json ? `${printableJson({
				agent: ready.name,
				parts,
				total: sum,
				estimate: ESTIMATE,
				unknownServers
			}, 2)}\n` : text(ready.name, [...parts, sum]));
			if (!flags.json) for (const key of unknownServers) io.out(`Not counted: the tools of mcpServers.${printable(key)}, which are known once it has run.\n`);
		}
	});
	return 0;
};
function partsOf(agent) {
	const part = (name, sent) => ({
		part: name,
		bytes: Buffer.byteLength(sent),
		tokens: tokensOf(sent)
	});
	const tools = offeredTools(agent).map((tool) => part(`tool ${tool.name}`, JSON.stringify(tool.api)));
	return [part("instructions", agent.spec.instructions), ...tools].sort((a, b) => b.tokens - a.tokens);
}
const total = (parts, of) => parts.reduce((sum, part) => sum + part[of], 0);
const sumOf = (parts) => ({
	part: "total",
	bytes: total(parts, "bytes"),
	tokens: total(parts, "tokens")
});
function text(agent, parts) {
	const rows = parts.map((one) => [
		one.part,
		`${count(one.bytes)} bytes`,
		`about ${count(one.tokens)} tokens`
	]);
	return [
		`Tokens of ${agent} before the first prompt, estimated (${ESTIMATE}):\n`,
		table(rows, [1, 2]),
		"Added to each run: the working directory, the platform and the date (under 50 tokens), and the prompt.\n"
	].join("");
}

export { execute };