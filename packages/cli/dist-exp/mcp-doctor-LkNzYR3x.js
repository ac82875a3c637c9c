import { t as diagnoseServer } from "./diagnose-server-D6qbzo7S.js";
import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as checkServer } from "./mcp-server-BrkTZn_m.js";
import { i as plural, n as count, r as duration } from "./numbers-Bo0ha32z.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { t as ESTIMATE } from "./token-estimate-CIMGMzIa.js";

// packages/cli/src/render/diagnosis.ts
function diagnosisText(found) {
	const { server, kind, state, ms, info, problems, leftOut } = found;
	const how = state === "connected" ? `connected over ${kind} in ${duration(ms)}` : `${state} after ${duration(ms)}`;
	const says = info === void 0 ? [] : [`Server: ${oneLine(`${info.name} ${info.version}`)}, protocol ${oneLine(info.protocolVersion)}.\n`];
	return [
		`${oneLine(server)}: ${how}\n`,
		...says,
		...state === "connected" ? [offerText(found)] : [],
		...section("Tools left out:", leftOut.map(({ name, why }) => `${oneLine(name)}: ${printable(why)}`)),
		...section("Problems:", problems.map(({ problem, fix }) => printable(`${problem}${fix === void 0 ? "" : `\nFix: ${fix}`}`)))
	].join("");
}
function offerText({ tools, tokens, resources, prompts }) {
	const rows = [...tools, {
		name: "total",
		tokens
	}].map((tool) => [oneLine(tool.name), `about ${count(tool.tokens)} tokens`]);
	return `Offers ${plural(tools.length, "tool")}, ${plural(resources, "resource")} and ${plural(prompts, "prompt")}. Estimate (${ESTIMATE}):\n${table(rows, [1])}`;
}
const section = (title, entries) => entries.length === 0 ? [] : [`${title}\n`, ...entries.map((entry) => `  ${entry.replaceAll("\n", "\n  ")}\n`)];

// packages/cli/src/commands/mcp-doctor.ts
const execute = async ({ positionals: [key = ""], flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: { keepParams: true }
	});
	checkServer(loaded, key);
	const found = await diagnoseServer(loaded.plan, {
		key,
		io
	});
	const ok = found.problems.length + found.leftOut.length === 0;
	io.out(flags.json ? `${printableJson({
		ok,
		...found
	}, 2)}\n` : diagnosisText(found));
	return ok ? 0 : 1;
};

export { execute };