import { nearest } from "@loadout/core";
import { errors } from "@loadout/runner";

// packages/cli/src/run/choose-target.ts
/**
* Reads `[agent] [prompt]`: a single argument is the agent if it names one, otherwise the prompt. A word that is near the name of an
* agent, or is written like one, is in doubt: a typing error must not cost a request (U3). Behind `--` stands the prompt.
*/
function chooseTarget(plan, given, { beforeDashes } = {}) {
	const available = Object.keys(plan.agents);
	const [first, second] = given;
	if (first === void 0 || beforeDashes === 0 && second === void 0) return {
		agent: onlyAgent(plan),
		prompt: first
	};
	if (Object.hasOwn(plan.agents, first)) return {
		agent: first,
		prompt: second
	};
	const near = nearest(first, available);
	if (second !== void 0) throw errors.AGENT_UNKNOWN({
		name: first,
		nearest: near,
		available
	});
	return /^\w\S*$/.test(first) && (near !== void 0 || NAME.test(first)) ? {
		doubt: first,
		near,
		available
	} : {
		agent: onlyAgent(plan),
		prompt: first
	};
}
/** Two words joined by a hyphen or an underscore, as agents are often called and prompts are not. */
const NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/i;
/** Returns the only agent. Throws AGENT_AMBIGUOUS if there are several. */
function onlyAgent(plan) {
	const available = Object.keys(plan.agents);
	const [only] = available;
	if (only === void 0 || available.length > 1) throw errors.AGENT_AMBIGUOUS({ available });
	return only;
}

export { onlyAgent as n, chooseTarget as t };