import { t as errors$1 } from "./errors-CdFutMww.js";
import { i as trustOptions } from "./settle-trust-COPkQTMd.js";
import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { t as lockOptions } from "./lock-options-BDy-9Vpp.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LOCK_NAME, differsFromLock, judgeConfig, makeLock } from "@loadout/config";
import { spawn } from "node:child_process";

// packages/cli/src/load/plugin-file.ts
async function openPluginFile(given, io) {
	const flags = {
		...given,
		param: []
	};
	const load = () => loadWhole(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: true
		}
	});
	const before = await load();
	const { configFile: file = "", configDir } = before.plan;
	if (!/\.ya?ml$/.test(file)) throw errors$1.ADD_NOT_YAML({ file });
	const lockFile = join(configDir, LOCK_NAME);
	const drifted = existsSync(lockFile) && (await differsFromLock(lockOptions(before, {
		flags,
		io
	}))).length > 0;
	const named = before.mounts.filter(({ path }) => path.startsWith("plugins."));
	const cwd = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: given.cwd
	});
	return {
		file,
		configDir,
		text: readFileSync(file, "utf8"),
		plugins: Object.fromEntries(named.map(({ path, use }) => [path.slice(8), use])),
		async write(text) {
			writeFile(file, { text });
			if (drifted) io.tell(`${LOCK_NAME} is left as it is: more than this changed. Look with: loadout lock verify\n`);
			else writeFile(lockFile, { text: await makeLock(lockOptions(await load(), {
				flags,
				io
			})) });
		},
		async isTrusted() {
			return (await judgeConfig({
				cwd,
				file: given.config,
				env: io.env,
				trust: trustOptions(flags, io)
			})).trusted;
		}
	};
}
/** The dependencies of the project into which npm installs from this folder. */
function dependenciesOf(folder) {
	for (let dir = folder;; dir = dirname(dir)) {
		const file = join(dir, "package.json");
		if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")).dependencies ?? {};
		if (dir === dirname(dir)) return {};
	}
}

// packages/cli/src/load/run-npm.ts
/** Runs the user's own npm in `cwd`, without the scripts of packages, and shows its output. Throws NPM_FAILED. */
function runNpm(words, { cwd, io, isQuiet = false }) {
	const args = [
		...words,
		"--ignore-scripts",
		"--no-audit",
		"--no-fund"
	];
	let held = "";
	const show = (text) => {
		if (isQuiet) held += text;
		else io.tell(text);
	};
	return new Promise((resolve, reject) => {
		const child = spawn("npm", args, {
			cwd,
			env: { ...io.env },
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			]
		});
		child.on("error", (cause) => reject(errors$1.NPM_FAILED({
			args,
			problem: cause.message
		}, { cause })));
		if (child.pid === void 0) return;
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", show);
		child.on("close", (code) => {
			if (code === 0) return resolve();
			io.tell(held);
			return reject(errors$1.NPM_FAILED({
				args,
				problem: `its exit code is ${String(code)}`
			}));
		});
	});
}

export { dependenciesOf as n, openPluginFile as r, runNpm as t };