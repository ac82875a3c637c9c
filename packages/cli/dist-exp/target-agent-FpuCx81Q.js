import { n as onlyAgent } from "./choose-target-C3mFau81.js";
import { t as sessionAgent } from "./session-agent-D5JQ7oue.js";
import { nearest } from "@loadout/core";
import { errors } from "@loadout/runner";

// packages/cli/src/run/target-agent.ts
/** The named agent, the agent of the resumed session, or the only agent. Throws AGENT_UNKNOWN, AGENT_AMBIGUOUS. */
function targetAgent(name, { plan, env, resume }) {
	const available = Object.keys(plan.agents);
	if (name !== void 0 && !available.includes(name)) throw errors.AGENT_UNKNOWN({
		name,
		nearest: nearest(name, available),
		available
	});
	const before = name === void 0 && resume !== void 0 ? sessionAgent(resume, {
		plan,
		env
	}) : void 0;
	return name ?? (before !== void 0 && available.includes(before) ? before : onlyAgent(plan));
}

export { targetAgent as t };