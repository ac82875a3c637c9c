import { t as errors } from "./errors-CdFutMww.js";

// packages/cli/src/run/agent-overrides.ts
/** The changes that the flags make to the agent of the configuration. */
function agentOverrides(flags) {
	const turns = flags["max-turns"];
	return {
		modelId: flags.model,
		permissions: permissionOverrides(flags),
		...flags.tools === void 0 ? {} : { tools: splitList(flags.tools) },
		...turns === void 0 ? {} : { limits: { turns: wholeNumber("--max-turns", turns) } }
	};
}
function permissionOverrides(flags) {
	const mode = flags["permission-mode"];
	return {
		...mode === void 0 ? {} : { mode },
		allow: flags.allow,
		ask: flags.ask,
		deny: flags.deny
	};
}
const splitList = (text) => text.split(",").map((name) => name.trim()).filter((name) => name !== "");
function wholeNumber(flag, value) {
	if (!/^[1-9]\d{0,8}$/.test(value)) throw errors.USAGE_FLAG_NUMBER({
		flag,
		value
	});
	return Number(value);
}

export { permissionOverrides as n, agentOverrides as t };