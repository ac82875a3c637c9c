import { a as tellStanding, i as keepAnswer, n as askTrust, r as canAsk } from "./ask-trust-BIuKxCZi.js";
import { t as errors$2 } from "./errors-CdFutMww.js";
import { i as trustOptions, n as settleTrust, r as trustFile } from "./settle-trust-COPkQTMd.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { lstatSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadConfig, loadPlan, lockMounts, renderDiagnostics, verifyLoaded, withApprovedTools } from "@loadout/config";
import { redactor } from "@loadout/runner";

// packages/cli/src/load/clear-leftovers.ts
/** The empty files of a killed sandbox that Loadout itself reads. Commands in a sandbox clear the others. */
const READ = [
	"loadout.lock",
	".mcp.json",
	...[
		"yaml",
		"yml",
		"json",
		"js",
		"mjs",
		"ts"
	].map((ending) => `agent.config.${ending}`)
];
const OTHERS = ".gitmodules .npmrc .envrc HEAD .gitconfig .bashrc .bash_profile .bash_login .bash_logout .zshrc .zprofile .zshenv .zlogin .profile .ripgreprc .vscode .idea .husky .loadout .claude".split(" ");
/**
* Removes the empty files that a sandbox of an older version leaves behind when its process is killed: an empty `loadout.lock`
* would stop every command. Removes only empty, read-only files of this user with exactly these names.
*/
function clearLeftovers(start) {
	for (let folder = start;; folder = dirname(folder)) {
		const found = READ.map((name) => join(folder, name)).filter(isLeftover);
		if (found.length > 0) for (const path of [...found, ...OTHERS.map((name) => join(folder, name)).filter(isLeftover)]) remove(path);
		if (dirname(folder) === folder) return;
	}
}
function isLeftover(path) {
	try {
		const stat = lstatSync(path, { throwIfNoEntry: false });
		if (stat === void 0 || !stat.isFile() || stat.size > 0 || stat.nlink !== 1) return false;
		return (stat.mode & 146) === 0 && stat.uid === process.getuid?.();
	} catch {
		return false;
	}
}
function remove(path) {
	try {
		unlinkSync(path);
	} catch {}
}

// packages/cli/src/load/read-params.ts
/** Reads each `--param key=value`. */
function readParams(values) {
	return Object.fromEntries(values.map((value) => {
		const sign = value.indexOf("=");
		if (sign < 1) throw errors$2.USAGE_PARAM({ value });
		return [value.slice(0, sign), value.slice(sign + 1)];
	}));
}

// packages/cli/src/load/load-plan.ts
/** Reads the configuration that the flags name. From here on, all output hides its secrets. */
async function loadWhole(flags, context) {
	const loaded = await loadConfig(optionsFor(flags, context));
	return {
		...loaded,
		plan: await settle(loaded, {
			flags,
			...context
		})
	};
}
/** Reads only the plan. A plan whose sources did not change is not built again. */
async function loadPlan$1(flags, context) {
	const loaded = await withAnswer(await loadPlan(optionsFor(flags, context)), {
		flags,
		...context
	});
	return {
		...loaded,
		plan: await settle(loaded, {
			flags,
			...context
		})
	};
}
/** Asks about the untrusted parts if a person is there, and reads the configuration again after a yes. */
async function withAnswer(loaded, { flags, io, wish }) {
	const { trust } = loaded;
	const file = trustFile(io.env);
	if (trust?.standing === true && wish.loadsNothing !== true) await tellStanding(trust, {
		file,
		io
	});
	const { hashes = [] } = trustOptions(flags, io);
	const asks = wish.asksTrust === true && hashes.length === 0 && flags["require-trust"] !== true && canAsk(io);
	if (trust === void 0 || trust.trusted || !asks) return loaded;
	const extent = await askTrust(trust, io);
	if (extent === void 0) return loaded;
	await keepAnswer(trust, {
		extent,
		file,
		io
	});
	return loadPlan(optionsFor(flags, {
		io,
		wish
	}));
}
/** Hides secrets, reports untrusted parts, and checks the lock. */
async function settle({ plan, trust }, { flags, io, wish }) {
	io.hide(redactor(plan.secrets));
	if (wish.tellsTrust !== true) settleTrust(trust, {
		flags,
		io
	});
	if (wish.loadsNothing === true || plan.configFile === void 0) return plan;
	await verifyLoaded({
		configFile: plan.configFile,
		configDir: plan.configDir,
		mounts: lockMounts(plan),
		hooks: trust?.trusted ?? true,
		env: io.env,
		trust: trustOptions(flags, io),
		cacheDir: lockCache(io.env)
	});
	return withApprovedTools(plan);
}
function lockCache(env) {
	const base = env.XDG_CACHE_HOME || (env.HOME === void 0 ? void 0 : join(env.HOME, ".cache"));
	return base === void 0 ? void 0 : join(base, "loadout", "locks");
}
function optionsFor(flags, { io, wish }) {
	const cwd = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: flags.cwd
	});
	clearLeftovers(cwd);
	return {
		cwd,
		file: flags.config,
		profile: flags.profile,
		params: readParams(flags.param),
		agent: wish.agent,
		keepParams: wish.keepParams,
		env: wish.env ?? io.env,
		userFile: wish.userFile,
		trust: trustOptions(flags, io)
	};
}
function tellWarnings({ warnings }, io) {
	if (warnings.length > 0) io.tell(renderDiagnostics(warnings, { cwd: io.cwd }));
}

export { loadWhole as n, tellWarnings as r, loadPlan$1 as t };