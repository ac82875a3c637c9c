import { serverPrefix } from "@loadout/core";
import { errors, isTold } from "@loadout/config";

// packages/cli/src/load/check-needs.ts
/** Checks that the agent's required parts are on. Throws TRUST_NEEDED. */
function checkNeeds({ plan, trust }, name, env) {
	if (trust === void 0 || trust.trusted || plan.agents[name] === void 0) return;
	const chosen = env.LOADOUT_MODEL ? [env.LOADOUT_MODEL] : void 0;
	const missing = [
		...toolsOff({
			plan,
			trust
		}, name),
		...modelsOff({
			plan,
			trust
		}, {
			name,
			chosen
		}),
		...limitsOff(trust.parts)
	];
	if (missing.length === 0) return;
	const what = `the agent ${name} needs ${[...new Set(missing)].join(" and ")}, which is disabled until then`;
	throw errors.TRUST_NEEDED({
		config: trust.config,
		hash: trust.hash,
		what
	});
}
function toolsOff({ plan, trust }, name) {
	const off = (section) => new Set(trust?.parts.flatMap(({ keys }) => keys[0] === section && keys.length === 2 ? [String(keys[1])] : []));
	const prefixes = [...[...off("plugins")].map((mount) => ({
		part: `plugins.${mount}`,
		prefix: `${mount}__`
	})), ...[...off("mcpServers")].map((server) => ({
		part: `mcpServers.${server}`,
		prefix: serverPrefix(server)
	}))];
	const tools = plan.agents[name]?.tools ?? [];
	return prefixes.filter(({ prefix }) => tools.some((tool) => tool.startsWith(prefix))).map(({ part }) => part);
}
/**
* The needed providers that are off. The next provider does not replace an untrusted one, because a request for a server of the
* user must not go to another server.
*/
function modelsOff({ plan, trust }, { name, chosen }) {
	const agent = plan.agents[name];
	const declared = Object.keys(plan.models);
	const named = agent === void 0 || agent.models.length === 0 ? declared : agent.models;
	const models = chosen ?? (named.length > 0 ? named : ["anthropic/default"]);
	const providers = new Set(models.map((model) => plan.models[model]?.provider ?? model.split("/", 1)[0] ?? ""));
	return (trust?.parts.filter(({ keys }) => keys[0] === "providers" && providers.has(String(keys[1]))) ?? []).map(({ path }) => path);
}
/** References that decide an agent's limits or its model. Without the value, it would be another agent. */
const limitsOff = (parts) => parts.filter(({ reads, keys }) => reads !== void 0 && keys[0] !== "providers" && !isTold(keys)).map(({ path }) => path);

export { checkNeeds as t };