import { t as errors$1 } from "./errors-CdFutMww.js";
import { resolvePlugin } from "@loadout/runner";

// packages/cli/src/load/load-package.ts
/** Loads a package. Throws PACKAGE_MISSING, and PACKAGE_OLD for a version without a needed export. */
async function loadPackage(use, { configDir, needs, names }) {
	const url = resolvePlugin(use, configDir);
	if (url === void 0) throw errors$1.PACKAGE_MISSING({
		use,
		needs
	});
	const loaded = await import(url);
	if (names.some((name) => loaded[name] === void 0)) throw errors$1.PACKAGE_OLD({
		use,
		needs
	});
	return loaded;
}

export { loadPackage as t };