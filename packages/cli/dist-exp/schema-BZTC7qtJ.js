import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { r as printableJson } from "./printable-BZRRzLGW.js";
import { readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { configSchema, readManifest } from "@loadout/config";
import { fileURLToPath } from "node:url";

// packages/cli/src/load/installed-manifests.ts
/**
* The manifests of all plugins that a configuration in `dir` could name, by package. They are read from package.json; nothing
* runs.
*/
function installedManifests(dir) {
	const found = {};
	for (const start of [dir, dirname(fileURLToPath(import.meta.url))]) for (let folder = start;; folder = dirname(folder)) {
		for (const use of pluginNames(join(folder, "node_modules"))) {
			const manifest = Object.hasOwn(found, use) ? void 0 : readManifest(use, folder)?.manifest;
			if (manifest !== void 0) found[use] = manifest;
		}
		if (folder === dirname(folder)) break;
	}
	return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a < b ? -1 : 1));
}
/** The packages whose names mark them as plugins: Loadout's own, `loadout-plugin-*` and `@scope/loadout-plugin-*`. */
function pluginNames(modules) {
	return namesIn(modules).flatMap((name) => {
		if (name.startsWith("loadout-plugin-")) return [name];
		if (!name.startsWith("@")) return [];
		return namesIn(join(modules, name)).filter((one) => name === "@loadout" || one.startsWith("loadout-plugin-")).map((one) => `${name}/${one}`);
	});
}
function namesIn(folder) {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

// packages/cli/src/commands/schema.ts
const execute = async ({ flags }, io) => {
	const cwd = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: flags.cwd
	});
	const text = `${printableJson(await configSchema({ manifests: installedManifests(cwd) }), 2)}\n`;
	if (flags.print) {
		io.out(text);
		return 0;
	}
	const file = resolve(cwd, flags.out ?? ".loadout/schema.json");
	writeFile(file, { text });
	const path = relative(cwd, file);
	io.out(`Wrote ${path}. Add this as the first line of agent.config.yaml:\n# yaml-language-server: $schema=${path}\n`);
	return 0;
};

export { execute };