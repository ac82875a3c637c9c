import { t as errors$1 } from "./errors-CdFutMww.js";
import { n as dependenciesOf, r as openPluginFile, t as runNpm } from "./run-npm-D4tueuti.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { relative } from "node:path";
import { nearest } from "@loadout/core";
import { removePlugin } from "@loadout/config";

// packages/cli/src/commands/remove.ts
const execute = async ({ positionals: [name = ""], flags }, io) => {
	const config = await openPluginFile(flags, io);
	const mounts = Object.entries(config.plugins);
	const [mount, use] = mounts.find(([one]) => one === name) ?? mounts.find(([, one]) => one === name) ?? [];
	const text = mount === void 0 ? void 0 : await removePlugin(config.text, mount);
	if (mount === void 0 || use === void 0 || text === void 0) throw errors$1.REMOVE_UNKNOWN({
		name,
		nearest: nearest(name, mounts.map(([one]) => one))
	});
	await config.write(text);
	io.out(`Removed ${printable(mount)} from ${printable(relative(io.cwd, config.file))} and the lock.\n`);
	if (!mounts.some(([one, other]) => one !== mount && other === use) && Object.hasOwn(dependenciesOf(config.configDir), use)) await runNpm([
		"uninstall",
		"--save",
		use
	], {
		cwd: config.configDir,
		io
	});
	return 0;
};

export { execute };