import { t as checkNeeds } from "./check-needs-BZa_5cTg.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as loadPackage } from "./load-package-cvkcGg7b.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { n as permissionOverrides } from "./agent-overrides-Du9f4CUO.js";
import { n as onlyAgent } from "./choose-target-C3mFau81.js";
import { t as watchRun } from "./run-watcher-Cm9NcgRK.js";
import { t as keepServing } from "./keep-serving-DxJwsbuU.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { t as openLog } from "./operator-log-DuG9GolE.js";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@loadout/core";
import { createAgent, redactor, replaySession, sessionFolder, sessionPlace, stateDir } from "@loadout/runner";

// packages/cli/src/load/schedule-package.ts
/** The name under which the plugin stores its jobs. */
const PLUGIN = "schedule";
/** Opens the store of the plan's workspace. Throws PACKAGE_MISSING. */
async function loadSchedulePackage(plan, { env, needs }) {
	const { configDir } = plan;
	const schedule = await loadPackage("@loadout/tool-schedule", {
		configDir,
		needs,
		names: ["serveSchedule", "JobStore"]
	});
	const dir = schedule.scheduleFolder(join(stateDir(env), "plugins", PLUGIN), realpathSync(plan.workspace));
	return {
		schedule,
		store: new schedule.JobStore(dir)
	};
}

// packages/cli/src/run/fire-job.ts
/** Runs the agent for one fire of a schedule. A job that began before the last process ended continues in its own session. */
async function fireJob(due, { agent, signal, watcher }) {
	const before = due.session === void 0 ? void 0 : sessionBefore(due.session, agent);
	if (before?.outcome !== void 0 && before.outcome !== "interrupted") return endOf(before.outcome, signal);
	const run = start(due, {
		agent,
		replayed: before?.replayed
	});
	due.began(run.sessionId);
	const watching = watcher === void 0 ? void 0 : watchRun(run, {
		agent: agent.name,
		watcher
	});
	const interrupt = () => run.interrupt();
	signal.addEventListener("abort", interrupt, { once: true });
	if (signal.aborted) interrupt();
	try {
		const { outcome } = await run.result;
		await watching;
		return endOf(outcome, signal);
	} finally {
		signal.removeEventListener("abort", interrupt);
	}
}
/** A session that never got its prompt gets the prompt now. */
function start(due, { agent, replayed }) {
	if (replayed === void 0) return agent.run(due.prompt);
	const isUnasked = replayed.messages.length === 0 && replayed.asked === void 0;
	return agent.run(isUnasked ? due.prompt : void 0, { resume: replayed.header.id });
}
const endOf = (outcome, signal) => ({
	outcome,
	failed: outcome !== "success",
	unfinished: outcome === "interrupted" && signal.aborted
});
/** `undefined` if the session cannot be read. Then nothing of the job has happened. */
function sessionBefore(id, { spec }) {
	const folder = sessionFolder({
		workspace: spec.roots[0] ?? "",
		dir: spec.sessions.dir,
		env: spec.env
	});
	const { file } = sessionPlace(folder, id);
	if (!existsSync(file)) return void 0;
	const replayed = replaySession(file);
	return {
		replayed,
		outcome: replayed.ended ? lastOutcome(file) : void 0
	};
}
function lastOutcome(file) {
	const record = JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "null");
	return record?.t === "end" ? record.result.outcome : void 0;
}

// packages/cli/src/run/live-agent.ts
/**
* The agent of a long-running process. A changed configuration applies from the next run on. If it has problems, or a
* ConfigChange hook blocks it, the problem is reported once and the previous configuration stays. Source: CFG-11.
*/
var LiveAgent = class LiveAgent {
	#parts;
	#version;
	/** The last reported problem. The same problem is not reported at each run. */
	#told = "";
	#renewing;
	constructor(parts, version) {
		this.#parts = parts;
		this.#version = version;
	}
	/** Starts with the first configuration. Throws if it cannot be used. */
	static async start(parts) {
		const plan = await parts.load();
		return new LiveAgent(parts, {
			agent: await parts.make(plan),
			plan: JSON.stringify(plan),
			uses: 0
		});
	}
	/** Passes the agent of the current configuration to the work. It stays unchanged until the work is done. */
	async use(work) {
		this.#renewing ??= this.#renew().finally(() => {
			this.#renewing = void 0;
		});
		await this.#renewing;
		const version = this.#version;
		version.uses += 1;
		try {
			return await work(version.agent);
		} finally {
			version.uses -= 1;
			if (version !== this.#version && version.uses === 0) await version.agent.close();
		}
	}
	async close() {
		await this.#version.agent.close();
	}
	async #renew() {
		const before = this.#version;
		try {
			const plan = await this.#parts.load();
			const text = JSON.stringify(plan);
			if (text === before.plan) return;
			const blocked = await whyBlocked(before.agent, plan);
			if (blocked !== void 0) return this.#tell(`A hook keeps the configuration as it was: ${blocked}`);
			this.#version = {
				agent: await this.#parts.make(plan),
				plan: text,
				uses: 0
			};
		} catch (error) {
			return this.#tell(`The changed configuration is not used: ${messageOf(error)}`);
		}
		this.#tell("The changed configuration is used from now on.");
		if (before.uses === 0) await before.agent.close();
	}
	#tell(line) {
		if (line !== this.#told) this.#parts.tell(line);
		this.#told = line;
	}
};
/** The hooks of the current configuration decide about the next one. */
async function whyBlocked(agent, { configFile = "" }) {
	const fields = {
		source: "project_settings",
		file_path: configFile
	};
	const { combined } = await agent.tryHooks({
		event: "ConfigChange",
		fields
	});
	return combined.stop ?? (combined.verdict?.behavior === "deny" ? combined.verdict.reason : void 0);
}

// packages/cli/src/commands/schedule.ts
/**
* Fires the durable jobs of the workspace. On a signal, the command exits with 0, and the next start continues the jobs under
* way.
*/
const run = async ({ positionals: [name], flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: { agent: name }
	});
	const { plan } = loaded;
	tellWarnings(loaded, io);
	const { schedule, store } = await loadSchedulePackage(plan, {
		env: io.env,
		needs: "loadout schedule run"
	});
	const agentName = name ?? onlyAgent(plan);
	const stopped = new AbortController();
	const { release } = onInterrupt(io, () => stopped.abort());
	const { signal } = stopped;
	const unwatch = keepServing(io);
	const watcher = flags.log === void 0 ? void 0 : openLog(flags.log, io);
	try {
		const agent = await LiveAgent.start({
			load: async () => usable(await loadPlan(flags, {
				io,
				wish: { agent: name }
			}), {
				agentName,
				env: io.env
			}),
			make: (current) => createAgent({
				plan: current,
				agent: agentName,
				env: io.env,
				permissions: permissionOverrides(flags)
			}),
			tell: (line) => io.tell(`note: ${printable(line)}\n`)
		});
		try {
			await agent.use(async ({ notices, spec }) => {
				io.hideToo(redactor(spec.secrets));
				for (const message of notices) io.tell(`note: ${printable(message)}\n`);
			});
			const { failed } = await schedule.serveSchedule({
				store,
				signal,
				once: flags.once,
				work: (due) => agent.use((current) => fireJob(due, {
					agent: current,
					signal,
					watcher
				})),
				log: (line) => io.out(`${printable(line)}\n`)
			});
			return flags.once && failed > 0 ? 1 : 0;
		} finally {
			await agent.close();
		}
	} finally {
		watcher?.close();
		release();
		unwatch();
	}
};
/** Returns the plan. Throws if the agent needs parts that are not trusted. */
function usable(loaded, { agentName, env }) {
	checkNeeds(loaded, agentName, env);
	return loaded.plan;
}
const list = async ({ flags }, io) => {
	const { plan } = await loadPlan(flags, {
		io,
		wish: { keepParams: true }
	});
	const { schedule, store } = await loadSchedulePackage(plan, {
		env: io.env,
		needs: "loadout schedule list"
	});
	const { jobs, problems } = store.list();
	for (const problem of problems) io.tell(`note: ${printable(problem)}\n`);
	const listed = await Promise.all(jobs.map(async (job) => ({
		...job,
		nextFireAt: await nextOf(job, {
			schedule,
			last: store.fires(job.id).last()?.dueAt
		})
	})));
	if (flags.json) io.out(`${printableJson(listed, 2)}\n`);
	else if (listed.length === 0) io.out("No durable jobs in this workspace.\n");
	else io.out(table(listed.map((job) => row(job, schedule)), []));
	return 0;
};
async function nextOf(job, { schedule, last }) {
	try {
		const expression = await schedule.readCron({
			...job,
			seconds: true
		});
		const next = schedule.nextFire(job, {
			expression,
			last
		});
		return next === void 0 ? void 0 : new Date(next).toISOString();
	} catch {
		return;
	}
}
const row = (job, { describeCron }) => [
	job.id,
	oneLine(job.name ?? "", 24),
	oneLine(describeCron(job.cron, job.timezone), 50),
	job.nextFireAt ?? "never",
	oneLine(job.prompt, 50)
];

export { list, run };