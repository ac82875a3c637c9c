import { prepareTool } from "@loadout/core";

// packages/cli/src/load/offered-tools.ts
/** The tools that the model sees: the pool, and the tool for the answer if the agent has an output schema. */
function offeredTools({ pool, spec }) {
	if (spec.output === void 0) return pool.tools;
	return [...pool.tools, prepareTool(spec.output.tool(() => {}), {
		kind: "base",
		from: "the runner"
	})];
}

export { offeredTools as t };