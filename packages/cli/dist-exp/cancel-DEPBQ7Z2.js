import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { i as plural } from "./numbers-Bo0ha32z.js";

// packages/cli/src/commands/cancel.ts
const execute = async ({ positionals: [run = ""] }, io) => {
	const { EngineClient } = await loadEnginePackage(io.cwd, "loadout cancel");
	const count = await new EngineClient(engineAddress(io.env)).cancel(run);
	io.out(count === 0 ? "The run had ended.\n" : `Cancelled ${plural(count, "prompt")} of ${run}\n`);
	return 0;
};

export { execute };