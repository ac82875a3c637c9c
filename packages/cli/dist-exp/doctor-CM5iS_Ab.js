import { t as diagnoseServer } from "./diagnose-server-D6qbzo7S.js";
import { t as lockOptions } from "./lock-options-BDy-9Vpp.js";
import { n as serversOff } from "./mcp-server-BrkTZn_m.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as lacksSandboxPackage, t as SANDBOX_PACKAGE } from "./sandbox-package-ySzGysr_.js";
import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLoadoutError } from "@loadout/core";
import { LOCK_NAME, differsFromLock } from "@loadout/config";
import { createAgent, sessionFolder } from "@loadout/runner";
import { execFile } from "node:child_process";

// packages/cli/src/doctor/configuration.ts
/** How long a local server may take to answer. */
const PATIENCE_MS = 5e3;
/** The model of each agent, chosen as a run chooses it. No key is sent anywhere. */
async function modelFindings(plan, io) {
	const found = [];
	const examinedModels = /* @__PURE__ */ new Set();
	for (const name of Object.keys(plan.agents)) {
		const what = `agent ${name}`;
		try {
			const agent = await createAgent({
				plan,
				agent: name,
				env: io.env
			});
			const { id, provider, why } = agent.model;
			const model = `${provider}/${id}`;
			const examined = examinedModels.has(model) ? [] : await agent.spec.model.provider.diagnose?.(id, AbortSignal.timeout(PATIENCE_MS));
			examinedModels.add(model);
			await agent.close();
			if (why === void 0) found.push({
				what,
				state: "ok",
				says: `${model}, ${plural(agent.pool.tools.length, "tool")}`
			});
			else found.push({
				what,
				state: "note",
				says: `${model} would answer, because ${why}.`,
				fix: fixOf(why)
			});
			for (const finding of examined ?? []) found.push({
				what: `model ${id}`,
				...finding
			});
			for (const notice of agent.notices) found.push({
				what,
				state: "note",
				says: notice
			});
		} catch (error) {
			found.push({
				what,
				...problemOf(error)
			});
		}
	}
	return found;
}
/** Finds `ANTHROPIC_API_KEY is not set` in a longer text. */
function fixOf(why) {
	const [variable] = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(why) ?? [];
	return variable === void 0 ? "Configure the provider." : `Set ${variable}.`;
}
function trustFinding({ trust }) {
	if (trust === void 0 || trust.parts.length === 0) return {
		what: "trust",
		state: "ok",
		says: "nothing needs approval"
	};
	if (trust.trusted) return {
		what: "trust",
		state: "ok",
		says: `${plural(trust.parts.length, "part")} trusted.`
	};
	return {
		what: "trust",
		state: "note",
		says: `${plural(trust.parts.length, "part")} disabled until you trust the configuration: ${trust.parts.map(({ path }) => path).join(", ")}.`,
		fix: "To review and enable: loadout trust"
	};
}
async function lockFinding(loaded, context) {
	if (!existsSync(join(loaded.plan.configDir, LOCK_NAME))) return {
		what: "lock",
		state: "ok",
		says: `no ${LOCK_NAME}, so nothing is compared`
	};
	try {
		const lines = await differsFromLock(lockOptions(loaded, context));
		if (lines.length === 0) return {
			what: "lock",
			state: "ok",
			says: `everything matches ${LOCK_NAME}`
		};
		return {
			what: "lock",
			state: "problem",
			says: `${plural(lines.length, "difference")} from ${LOCK_NAME}.`,
			fix: "To see the differences: loadout lock verify. To accept them: loadout lock"
		};
	} catch (error) {
		return {
			what: "lock",
			...problemOf(error)
		};
	}
}
/** Starts each enabled server. */
async function serverFindings({ plan, trust }, io) {
	const found = serversOff({ trust }).map((key) => ({
		what: `server ${key}`,
		state: "note",
		says: "Disabled until you trust the configuration.",
		fix: "loadout trust"
	}));
	for (const [key, { options }] of Object.entries(plan.mcpServers ?? {})) {
		const what = `server ${key}`;
		if (options.disabled === true) found.push({
			what,
			state: "ok",
			says: "Disabled."
		});
		else try {
			const { state, tools, problems } = await diagnoseServer(plan, {
				key,
				io
			});
			if (problems.length === 0) found.push({
				what,
				state: "ok",
				says: `${state}, ${plural(tools.length, "tool")}`
			});
			for (const { problem, fix } of problems) found.push({
				what,
				state: "problem",
				says: problem,
				fix
			});
		} catch (error) {
			found.push({
				what,
				...problemOf(error)
			});
		}
	}
	return found;
}
function problemOf(error) {
	if (!isLoadoutError(error)) throw error;
	return {
		state: "problem",
		says: `${error.code}: ${error.message}`,
		fix: error.fix
	};
}

// packages/cli/src/doctor/machine.ts
const LEAST_NODE = [20, 19];
/** Checks this machine for the needs of a run. `plan`: the configuration, if there is one. */
async function machineFindings(io, plan) {
	const [git, rg, bwrap, socat] = await Promise.all([
		"git",
		"rg",
		"bwrap",
		"socat"
	].map((name) => versionOf(name, io)));
	return [
		nodeFinding(process.versions.node),
		git === void 0 ? note("git", "not found: worktrees are unavailable, and sessions do not record the branch.", "Install git.") : {
			what: "git",
			state: "ok",
			says: git
		},
		rg === void 0 ? note("ripgrep", "no rg in the PATH: Grep uses @vscode/ripgrep, or its own slower search.", "Install ripgrep.") : {
			what: "ripgrep",
			state: "ok",
			says: rg
		},
		sandboxFinding({
			bwrap,
			socat
		}, plan)
	];
}
const note = (what, says, fix) => ({
	what,
	state: "note",
	says,
	fix
});
function nodeFinding(version) {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	if (major > LEAST_NODE[0] || major === LEAST_NODE[0] && minor >= LEAST_NODE[1]) return {
		what: "node",
		state: "ok",
		says: version
	};
	return {
		what: "node",
		state: "problem",
		says: `${version} is too old.`,
		fix: `Install Node ${LEAST_NODE.join(".")} or newer.`
	};
}
/** Without its programs, a required sandbox lets no command run. */
function sandboxFinding({ bwrap, socat }, plan) {
	const programs = [...bwrap === void 0 ? ["bubblewrap"] : [], ...socat === void 0 ? ["socat"] : []];
	const packages = plan !== void 0 && lacksSandboxPackage(plan) ? [SANDBOX_PACKAGE] : [];
	const missing = [...programs, ...packages];
	const wanting = Object.values(plan?.agents ?? {}).filter(({ sandbox }) => sandbox !== void 0);
	if (missing.length === 0) return {
		what: "sandbox",
		state: "ok",
		says: `${bwrap}, socat`
	};
	const fix = [...programs.length === 0 ? [] : [`apt-get install ${programs.join(" ")}`], ...packages.map((name) => `npm install ${name}`)].join(" && ");
	const isNeeded = wanting.some(({ sandbox }) => sandbox?.required === true);
	if (wanting.length === 0) return note("sandbox", `${missing.join(" and ")} not found; no agent here needs it.`, fix);
	const who = wanting.map(({ name }) => name).join(", ");
	const says = `${missing.join(" and ")} not found; the sandbox of ${who} needs it.`;
	return {
		what: "sandbox",
		state: isNeeded ? "problem" : "note",
		says,
		fix
	};
}
/** The first line of a program's version output; `undefined` for a missing program. */
function versionOf(name, { env }) {
	const args = name === "socat" ? ["-V"] : ["--version"];
	return new Promise((resolve) => {
		execFile(name, args, {
			env: { ...env },
			timeout: 1e4
		}, (error, stdout) => resolve(error === null ? stdout.split("\n", 1)[0]?.trim() : void 0));
	});
}
/** Whether sessions could be written. The check itself writes nothing. */
function folderFinding(dir) {
	let folder = dir;
	while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		return {
			what: "sessions",
			state: "ok",
			says: dir
		};
	} catch {
		const fix = `Make ${folder} writable, or name another folder: LOADOUT_STATE_DIR, or sessions: { dir } in the configuration.`;
		return {
			what: "sessions",
			state: "problem",
			says: `${dir} is not writable.`,
			fix
		};
	}
}

// packages/cli/src/commands/doctor.ts
const execute = async ({ flags }, io) => {
	const findings = await examine(flags, io);
	const ok = !findings.some(({ state }) => state === "problem");
	if (flags.json) io.out(`${printableJson({
		ok,
		findings
	}, 2)}\n`);
	else for (const finding of findings) io.out(`${lineOf(finding, io)}\n`);
	return ok ? 0 : 1;
};
async function examine(flags, io) {
	const cwd = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: flags.cwd
	});
	const loaded = await loadWhole(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: true,
			tellsTrust: true
		}
	}).catch(problemOf);
	if (!("plan" in loaded)) return [
		...await machineFindings(io, void 0),
		folderFinding(sessionFolder({
			workspace: realpathSync(cwd),
			env: io.env
		}).dir),
		{
			what: "configuration",
			...loaded
		}
	];
	const { plan } = loaded;
	const sessions = sessionFolder({
		workspace: realpathSync(plan.workspace),
		dir: plan.sessions.dir,
		env: io.env
	});
	return [
		...await machineFindings(io, plan),
		folderFinding(sessions.dir),
		{
			what: "configuration",
			state: "ok",
			says: plan.configFile ?? ""
		},
		...loaded.warnings.map(({ message, fix }) => ({
			what: "configuration",
			state: "note",
			says: message,
			fix
		})),
		trustFinding(loaded),
		await lockFinding(loaded, {
			flags,
			io
		}),
		...await modelFindings(plan, io),
		...flags.servers ? await serverFindings(loaded, io) : []
	];
}
const STYLES = {
	ok: "green",
	note: "yellow",
	problem: "red"
};
function lineOf({ what, state, says, fix }, { paint }) {
	const todo = fix === void 0 ? "" : ` Fix: ${oneLine(fix, 300)}`;
	return `${paint(STYLES[state], state.padEnd(7))}  ${oneLine(what).padEnd(14)} ${oneLine(says, 400)}${todo}`;
}

export { execute };