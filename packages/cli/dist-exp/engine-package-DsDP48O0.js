import { t as loadPackage } from "./load-package-cvkcGg7b.js";
import { join } from "node:path";
import { stateDir } from "@loadout/runner";

// packages/cli/src/load/engine-package.ts
/** Loads the engine's package. Throws PACKAGE_MISSING. */
const loadEnginePackage = (configDir, needs) => loadPackage("@loadout/engine-restate", {
	configDir,
	needs,
	names: [
		"EngineClient",
		"serveWorker",
		"startServer",
		"askName"
	]
});
/** Returns the addresses of the engine: those of the environment, or those of `loadout engine dev`. */
const engineAddress = (env) => ({
	ingress: withoutSlash(env.LOADOUT_ENGINE || "http://127.0.0.1:8080"),
	admin: withoutSlash(env.LOADOUT_ENGINE_ADMIN || "http://127.0.0.1:9070")
});
/** The folder for the data of `engine dev`, and for the large results of a worker. */
const engineDir = (env) => join(stateDir(env), "engine");
const withoutSlash = (url) => url.replace(/\/+$/, "");

export { engineDir as n, loadEnginePackage as r, engineAddress as t };