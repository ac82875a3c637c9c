import { t as errors } from "./errors-CdFutMww.js";
import { t as runAgent } from "./run-agent-DUdFCeVG.js";

// packages/cli/src/commands/run.ts
const execute = async ({ positionals, flags, beforeDashes }, io) => {
	if (flags.continue && flags.resume !== void 0) throw errors.USAGE_FLAGS_TOGETHER({ flags: ["--continue", "--resume"] });
	return runAgent({
		flags,
		words: positionals,
		beforeDashes,
		resume: flags.continue ? "latest" : flags.resume
	}, io);
};

export { execute };