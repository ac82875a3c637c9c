import { t as errors } from "./errors-CdFutMww.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

// packages/cli/src/commands/new-plugin.ts
/** Writes all files of the plugin, or none if one of them exists. */
const execute = async ({ positionals: [name = ""], flags }, io) => {
	if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw errors.NEW_NAME({ name });
	const dir = resolve(io.cwd, flags.dir ?? `loadout-plugin-${name}`);
	const files = Object.entries(filled(name));
	const there = files.map(([path]) => join(dir, path)).find((file) => existsSync(file));
	if (there !== void 0) throw errors.NEW_EXISTS({ file: relative(io.cwd, there) });
	for (const [path, text] of files) writeFile(join(dir, path), { text });
	const place = relative(io.cwd, dir) || ".";
	io.out(`Wrote ${place}. Next:\n  cd ${place} && npm install && npm run build && npm test\n`);
	io.out("  npx @loadout/cli trust && npx @loadout/cli run   # the example in agent.config.yaml needs no key\n");
	return 0;
};
/** The files of a plugin by path. The build puts the template beside the command. */
function filled(name) {
	const text = readFileSync(new URL("./plugin-template.json", import.meta.url), "utf8").replaceAll("__name__", name).replaceAll("__mount__", name.replaceAll("-", "_"));
	return JSON.parse(text);
}

export { execute };