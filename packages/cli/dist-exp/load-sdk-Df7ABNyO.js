import { t as errors } from "./errors-CdFutMww.js";

// packages/cli/src/serve/load-sdk.ts
const USE = "@loadout/sdk";
/** Loads the engine, which is a separate package so that the command stays small. Throws PACKAGE_MISSING. */
async function loadSdk() {
	try {
		return await import("@loadout/sdk/engine");
	} catch (error) {
		if (!isMissing(error)) throw error;
		throw errors.PACKAGE_MISSING({
			use: USE,
			needs: "loadout with the flags of an engine (--print, --input-format)"
		}, { cause: error });
	}
}
const isMissing = (error) => error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(`'${USE}'`);

export { loadSdk as t };