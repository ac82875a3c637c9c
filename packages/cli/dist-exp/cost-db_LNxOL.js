import { i as plural, n as count } from "./numbers-Bo0ha32z.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { t as errors$1 } from "./errors-CdFutMww.js";
import { costOfRequest, isUnderWay, ledgerDir, ledgerRequests } from "@loadout/runner";

// packages/cli/src/render/cost-table.ts
/** Returns the costs as a table with a total, and below it the models whose cost is unknown. */
function costTable({ lines, total, unknownModels, underWay }, by) {
	return `${table([
		[
			by,
			"requests",
			"in",
			"out",
			"cost"
		],
		...lines.map(row),
		row(total)
	], [
		1,
		2,
		3,
		4
	])}${[
		unknownModels.length === 0 ? "" : `Of unknown cost: ${plural(total.unknown, "request")} to ${unknownModels.map((name) => oneLine(name)).join(", ")}. To make it known, add to the model: price: { input: …, output: … }\n`,
		total.unsettled === 0 ? "" : `${plural(total.unsettled, "request")} did not end, because the process was killed, and counts as the most that it could have cost.\n`,
		underWay === 0 ? "" : `${plural(underWay, "request")} under way.\n`
	].join("")}`;
}
const row = (line) => [
	oneLine(line.key, 60),
	count(line.requests),
	count(line.inputTokens),
	count(line.outputTokens),
	costCell(line)
];
/** `$0.0123`, `$0.0123 + unknown`, or `unknown`. */
function costCell({ usd, unknown, requests }) {
	if (unknown === requests && requests > 0) return "unknown";
	const known = `$${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
	return unknown === 0 ? known : `${known} + unknown`;
}

// packages/cli/src/render/cost-totals.ts
const FACETS = [
	"day",
	"agent",
	"model",
	"session",
	"user"
];
/** Adds up the requests of the ledger by one facet. */
var CostTotals = class {
	#by;
	#now;
	#lines = /* @__PURE__ */ new Map();
	#total = lineOf("total");
	#unknownModels = /* @__PURE__ */ new Set();
	#underWay = 0;
	constructor(by, now) {
		this.#by = by;
		this.#now = now;
	}
	get isEmpty() {
		return this.#total.requests === 0 && this.#underWay === 0;
	}
	add(request) {
		if (request.end === void 0 && isUnderWay(request, this.#now)) {
			this.#underWay += 1;
			return;
		}
		const key = keyOf(request, this.#by);
		const line = this.#lines.get(key) ?? lineOf(key);
		this.#lines.set(key, line);
		if (costOfRequest(request) === null) this.#unknownModels.add(modelOf(request));
		for (const one of [line, this.#total]) addTo(one, request);
	}
	/** Returns the lines: days in their order, anything else with the highest cost first. */
	result() {
		const lines = [...this.#lines.values()];
		if (this.#by === "day") lines.sort((a, b) => a.key < b.key ? -1 : 1);
		else lines.sort((a, b) => b.usd - a.usd || b.requests - a.requests);
		return {
			lines,
			total: this.#total,
			unknownModels: [...this.#unknownModels],
			underWay: this.#underWay
		};
	}
};
const lineOf = (key) => ({
	key,
	requests: 0,
	inputTokens: 0,
	outputTokens: 0,
	usd: 0,
	unknown: 0,
	unsettled: 0
});
const modelOf = ({ provider, model }) => `${provider}/${model}`;
function keyOf(request, by) {
	switch (by) {
		case "day": return request.at.slice(0, 10);
		case "agent": return request.agents.at(-1) ?? "";
		case "model": return modelOf(request);
		case "session": return request.session;
		case "user": return request.user;
	}
}
function addTo(line, request) {
	const cost = costOfRequest(request);
	const usage = request.end?.usage;
	line.requests += 1;
	line.inputTokens += (usage?.input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0);
	line.outputTokens += usage?.output_tokens ?? 0;
	line.usd += cost ?? 0;
	if (cost === null) line.unknown += 1;
	if (request.end === void 0) line.unsettled += 1;
}

// packages/cli/src/run/read-since.ts
const UNITS_MS = {
	h: 36e5,
	d: 864e5,
	w: 6048e5
};
/** Reads the value of `--since`: an amount of time before now, or a day in UTC. Throws USAGE_FLAG_CONTENT. */
function readSince(text, now) {
	const [, amount, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
	if (unit !== void 0) return new Date(now - Number(amount) * (UNITS_MS[unit] ?? 0));
	if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(Date.parse(text));
	throw errors$1.USAGE_FLAG_CONTENT({
		flag: "--since",
		problem: `${JSON.stringify(text)} is neither a time nor a day`,
		expected: "a time such as 7d, 12h or 2w, or a day such as 2026-11-01"
	});
}

// packages/cli/src/commands/cost.ts
const execute = async ({ flags }, io) => {
	const now = Date.now();
	const since = readSince(flags.since ?? "30d", now);
	const by = FACETS.find((one) => one === flags.by) ?? "day";
	const dir = ledgerDir(io.env);
	const totals = new CostTotals(by, now);
	const requests = dir === void 0 ? [] : ledgerRequests(dir, since.toISOString().slice(0, 10));
	for (const request of requests) if (Date.parse(request.at) >= since.getTime()) totals.add(request);
	const shown = since.toISOString().slice(0, 16).replace("T", " ");
	if (flags.json) io.out(`${printableJson({
		since: since.toISOString(),
		by,
		...totals.result()
	}, 2)}\n`);
	else if (totals.isEmpty) io.out(`No requests since ${shown} UTC${dir === void 0 ? "" : ` in ${dir}`}.\n`);
	else io.out(costTable(totals.result(), by));
	return 0;
};

export { execute };