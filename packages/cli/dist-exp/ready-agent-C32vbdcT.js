import { createAgent, firstModel } from "@loadout/runner";

// packages/cli/src/load/ready-agent.ts
/** A model for work without model calls, so that no key is needed and no provider is loaded. */
const noModel = {
	name: "none",
	async *stream() {
		throw new Error("This command asks no model.");
	}
};
/** Prepares the agent, passes it to the work, and always disposes of its plugins. */
async function withAgent(plan, { use, ...options }) {
	const wanted = {
		model: noModel,
		...options
	};
	const agent = await createAgent({
		...wanted.model === noModel ? firstChoice(plan, options) : {},
		...wanted,
		plan
	});
	try {
		return await use(agent);
	} finally {
		await agent.close();
	}
}
/** The model that a run would ask first. It is not loaded, but prices, windows and errors are those of this model. */
function firstChoice(plan, { agent: name, env = process.env }) {
	const [only, ...others] = Object.values(plan.agents);
	const agent = name === void 0 && others.length === 0 ? only : plan.agents[name ?? ""];
	return { modelId: agent && firstModel({
		plan,
		agent,
		env
	}) };
}

export { withAgent as n, noModel as t };