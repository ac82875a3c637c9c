import { t as errors } from "./errors-CdFutMww.js";
import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as count } from "./numbers-Bo0ha32z.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { knownModel, nearest } from "@loadout/core";
import { TABLES, modelTable, tableDate, withFacts } from "@loadout/core/models";

// packages/cli/src/commands/models.ts
const execute = async ({ flags }, io) => {
	const date = await tableDate();
	const rows = flags.provider === void 0 ? await ofConfiguration(flags, io) : await ofTable(flags.provider);
	if (flags.json) io.out(`${printableJson({
		date,
		source: "models.dev",
		models: rows
	}, 2)}\n`);
	else if (rows.length === 0) io.out("The configuration names no models.\n");
	else io.out(`${table([HEAD, ...rows.map(cellsOf)])}Prices are US dollars for a million tokens. Table of ${date}, from models.dev.\n`);
	return 0;
};
async function ofConfiguration(flags, io) {
	const { plan } = await loadPlan(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: true
		}
	});
	return Promise.all(Object.entries(plan.models).map(([name, model]) => rowOf(name, {
		model,
		plan
	})));
}
async function rowOf(name, { model, plan }) {
	const whole = await withFacts(model, plan.providers[model.provider]);
	const from = model.price !== void 0 ? "configuration" : whole.price === void 0 ? "unknown" : sourceOf(model.id);
	const { contextWindow: window, maxOutputTokens: output, price, capabilities } = whole;
	return {
		name,
		model: `${model.provider}/${model.id}`,
		from,
		window,
		output,
		price,
		capabilities
	};
}
const sourceOf = (id) => knownModel(id) === void 0 ? "table" : "reference";
/** Throws USAGE_FLAG_CHOICE for a provider without a table. */
async function ofTable(provider) {
	const choices = Object.keys(TABLES);
	if (!Object.hasOwn(TABLES, provider)) throw errors.USAGE_FLAG_CHOICE({
		flag: "--provider",
		value: provider,
		nearest: nearest(provider, choices),
		choices
	});
	const facts = await modelTable(provider);
	return Object.entries(facts).map(([id, one]) => ({
		name: id,
		model: `${provider}/${id}`,
		from: "table",
		...one
	}));
}
const HEAD = [
	"NAME",
	"MODEL",
	"WINDOW",
	"INPUT",
	"OUTPUT",
	"CACHE READ",
	"EFFORT",
	"PRICE FROM"
];
const cellsOf = ({ name, model, window, price, capabilities, from }) => [
	oneLine(name),
	oneLine(model, 60),
	window === void 0 ? "?" : count(window),
	dollars(price?.input),
	dollars(price?.output),
	dollars(price === void 0 ? void 0 : price.cacheRead ?? price.input * .1),
	capabilities?.effort === void 0 ? "?" : oneLine(capabilities.effort.join(" ") || "-", 40),
	from
];
const dollars = (price) => price === void 0 ? "?" : String(Number(price.toPrecision(6)));

export { execute };