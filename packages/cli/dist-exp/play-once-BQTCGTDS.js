import { a as cassetteFile, f as isOutside, i as sessionsIn, l as cassetteRules, o as cassetteModel, p as ownPath, r as playRecorded, t as scriptModel, u as agentOfTest } from "./script-model-DqVCvEsc.js";
import { t as errors } from "./errors-CdFutMww.js";
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

// packages/cli/src/test/test-ground.ts
/** The temporary folder of one `loadout test`. */
var TestFolder = class {
	/** Absolute, with links resolved. */
	root = realpathSync(mkdtempSync(join(tmpdir(), "loadout-test-")));
	#runs = 0;
	#remove = () => rmSync(this.root, {
		recursive: true,
		force: true,
		maxRetries: 3
	});
	constructor() {
		process.once("exit", this.#remove);
	}
	/** Creates the folders of one more run. */
	ground() {
		this.#runs += 1;
		const base = join(this.root, String(this.#runs));
		const ground = {
			workspace: join(base, "workspace"),
			home: join(base, "home"),
			state: join(base, "state")
		};
		for (const folder of Object.values(ground)) mkdirSync(folder, { recursive: true });
		return ground;
	}
	/** Leaves the folder behind when this process ends. */
	keep() {
		process.off("exit", this.#remove);
	}
	remove() {
		process.off("exit", this.#remove);
		this.#remove();
	}
};
/** Writes the files of the test's workspace. `folder`: the folder of the configuration. Throws TEST_WORKSPACE, TEST_PATH. */
async function fillWorkspace(test, ground, folder) {
	const { workspace, home } = ground;
	const { dir, files = {}, git } = test.spec.workspace ?? {};
	if (dir !== void 0) copyFolder(ownPath(test, ["workspace", "dir"], {
		path: dir,
		folder
	}), {
		workspace,
		folder
	});
	for (const [path, text] of Object.entries(files)) {
		const file = resolve(workspace, path);
		const at = { position: test.at([
			"workspace",
			"files",
			path
		]) };
		if (isOutside(workspace, file) || file === workspace) throw errors.TEST_WORKSPACE({
			path,
			problem: "is outside of it"
		}, at);
		mkdirSync(dirname(file), { recursive: true });
		if (isOutside(workspace, realpathSync(dirname(file)))) throw errors.TEST_WORKSPACE({
			path,
			problem: "lies behind a link"
		}, at);
		rmSync(file, { force: true });
		writeFileSync(file, text);
	}
	if (git === true) await makeRepository(workspace, home).catch((cause) => {
		const problem = `cannot be made, because git failed: ${cause.message}`;
		throw errors.TEST_WORKSPACE({
			path: ".git",
			problem
		}, {
			position: test.at(["workspace", "git"]),
			cause
		});
	});
}
/** Copies a folder without its repository, and without links that lead out of the folder of the configuration. */
function copyFolder(from, { workspace, folder }) {
	const own = realpathSync(folder);
	const isKept = (path) => basename(path) !== ".git" && !(lstatSync(path).isSymbolicLink() && leadsOut(path, own));
	cpSync(from, workspace, {
		recursive: true,
		verbatimSymlinks: true,
		filter: isKept
	});
}
function leadsOut(link, folder) {
	try {
		return isAbsolute(readlinkSync(link)) || isOutside(folder, realpathSync(link));
	} catch {
		return true;
	}
}
const run = promisify(execFile);
/** The names and dates are the same in each run, so that commits have the same ids. */
async function makeRepository(cwd, home) {
	const date = "2026-01-01T00:00:00Z";
	const dates = {
		GIT_AUTHOR_DATE: date,
		GIT_COMMITTER_DATE: date
	};
	const env = {
		...process.env,
		HOME: home,
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "",
		...dates
	};
	for (const args of [
		[
			"init",
			"-q",
			"-b",
			"main"
		],
		[
			"config",
			"user.name",
			"Test"
		],
		[
			"config",
			"user.email",
			"test@example.com"
		],
		["add", "-A"],
		[
			"commit",
			"-q",
			"--allow-empty",
			"-m",
			"Start"
		]
	]) await run("git", args, {
		cwd,
		env
	});
}

// packages/cli/src/test/hooks-of-test.ts
/** Returns the plan with the hooks that a test keeps. Hooks of plugins stay. */
function withHooksOf({ hooks = "keep" }, plan) {
	if (hooks === "keep") return plan;
	const kept = (list) => list.filter((hook) => hooks !== "off" && hooks.only.some((name) => isNamed(hook, name)));
	const agents = Object.entries(plan.agents).map(([name, agent]) => [name, {
		...agent,
		hooks: kept(agent.hooks)
	}]);
	return {
		...plan,
		hooks: kept(plan.hooks),
		agents: Object.fromEntries(agents)
	};
}
/** A hook is named by its `name`, its event, or the command, file or address that it runs. */
function isNamed({ event, entry }, name) {
	return event === name || Object.values(entry).some((value) => value === name);
}

// packages/cli/src/test/record-model.ts
/** Whether a test asks the real model now, to record it. */
const isRecorded = (test, { record, folder }) => test.spec.model?.cassette !== void 0 && (record === "all" || record === "missing" && !existsSync(cassetteFile(test, folder)));
/** Asks the agent's own model, and records its answers. The old cassette stays until the new one is whole. */
async function recordModel(test, { ground, folder, secrets, env }) {
	const { cassetteRecorder } = await import("@loadout/model-script");
	const file = cassetteFile(test, folder);
	const fresh = join(ground.state, "recording.ndjson");
	const record = cassetteRecorder(fresh);
	const declared = [...secrets, ...credentialsIn(env)];
	return {
		standIns: [],
		isLive: true,
		replay: () => void 0,
		unused: async () => [],
		wrapModel(provider, { provider: as }) {
			const hidden = () => [.../* @__PURE__ */ new Set([...declared, ...provider.secrets?.() ?? []])].filter(({ length }) => length >= 4);
			const normalise = [...cassetteRules(test, ground), ...hidden().map((text) => ({
				text,
				as: "[secret]"
			}))];
			return record(provider, {
				as,
				normalise,
				secrets: hidden
			});
		},
		finish({ outcome }) {
			if (outcome === "error" || outcome === "model" || outcome === "interrupted" || !existsSync(fresh)) return;
			mkdirSync(dirname(file), { recursive: true });
			rmSync(file, { force: true });
			renameSync(fresh, file);
		}
	};
}
/** The values of variables that by their names are keys. */
const credentialsIn = (env) => Object.entries(env).flatMap(([name, value = ""]) => /(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$/i.test(name) && value.length >= 8 ? [value] : []);

// packages/cli/src/test/play-once.ts
/** Makes the folders of one more run of a test, and its plan. Throws TEST_WORKSPACE, TEST_PATH. */
async function prepareRun(test, { folder, plans, configDir }) {
	const ground = folder.ground();
	await fillWorkspace(test, ground, configDir);
	const read = await plans.forRun(test, ground);
	const plan = withHooksOf(test.spec, read.plan);
	return {
		ground,
		planned: {
			...read,
			plan
		}
	};
}
/** Plays a test with a script or a cassette, and kills it where it says so. */
async function playOnce(test, room) {
	const { env, signal, configDir: folder } = room;
	const { ground, planned } = await prepareRun(test, room);
	const agent = agentOfTest(test, planned.plan);
	const parts = {
		agent,
		ground,
		folder
	};
	const model = test.spec.model?.cassette === void 0 ? await scriptModel(test, parts) : await cassetteModel(test, parts);
	const lines = [];
	const isKilled = test.spec.kill !== void 0;
	const { run, failures } = await playRecorded({
		test,
		ground,
		planned,
		model,
		env,
		signal,
		options: isKilled ? { sessionStore: () => sessionsIn(ground, (more) => lines.push(...more)) } : {}
	});
	if (failures.length > 0 || !isKilled) return {
		agent,
		run,
		failures
	};
	const { playKilled } = await import("./play-killed-Du64suOq.js");
	return {
		agent,
		run,
		failures: await playKilled(test, {
			run,
			ground,
			lines
		}, room)
	};
}
/** Records the cassette of a test, and compares the run as ever. */
async function recordOnce(test, room) {
	const { env, signal, configDir: folder } = room;
	const { ground, planned } = await prepareRun(test, room);
	const agent = agentOfTest(test, planned.plan);
	const model = await recordModel(test, {
		ground,
		folder,
		secrets: planned.plan.secrets,
		env
	});
	const options = { wrapModel: model.wrapModel };
	const { run, failures } = await playRecorded({
		test,
		ground,
		planned,
		model,
		env,
		signal,
		options
	});
	model.finish(run);
	return {
		agent,
		run,
		failures
	};
}

export { TestFolder as a, isRecorded as i, prepareRun as n, recordOnce as r, playOnce as t };