import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { n as placeText } from "./decision-BnLJaKz7.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { readFileSync } from "node:fs";

// packages/cli/src/render/leaves.ts
/** The values of a tree that are not maps, each with its dotted path. */
function* leaves(value, path = "") {
	if (!(typeof value === "object" && value !== null && !Array.isArray(value)) || Object.keys(value).length === 0) yield {
		path,
		value
	};
	else for (const [key, item] of Object.entries(value)) yield* leaves(item, path === "" ? key : `${path}.${key}`);
}

// packages/cli/src/commands/config-print.ts
const execute = async ({ flags }, io) => {
	const { plan, resolved, origins } = await loadWhole(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: true
		}
	});
	if (flags.origins) for (const { path, value } of leaves(resolved)) {
		const origin = originOf(path, origins);
		io.out(`${printable(path)}: ${printableJson(value)}  ${origin === void 0 ? "(flag)" : placeText(origin, io.cwd)}\n`);
	}
	else if (flags.resolved) io.out(`${printableJson(resolved, 2)}\n`);
	else io.out(printable(readFileSync(plan.configFile ?? "", "utf8")));
	return 0;
};
/** The place of a value. A value inside a list has the place of the nearest surrounding value with a place. */
function originOf(path, origins) {
	for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) if (Object.hasOwn(origins, at)) return origins[at];
}

export { execute };