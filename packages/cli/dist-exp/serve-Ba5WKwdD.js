import { t as errors$1 } from "./errors-CdFutMww.js";
import { t as checkNeeds } from "./check-needs-BZa_5cTg.js";
import { t as loadPackage } from "./load-package-cvkcGg7b.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as noModel } from "./ready-agent-C32vbdcT.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { n as permissionOverrides } from "./agent-overrides-Du9f4CUO.js";
import { n as onlyAgent } from "./choose-target-C3mFau81.js";
import { t as keepServing } from "./keep-serving-DxJwsbuU.js";
import { t as takeOutput } from "./protocol-output-C7Xok9ar.js";
import { t as readPort } from "./read-port-DbjzPoPT.js";
import { t as callLabel } from "./call-label-D7UzNGxf.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { t as version } from "./version-RWscvlO1.js";
import { t as openLog } from "./operator-log-DuG9GolE.js";
import { nearest } from "@loadout/core";
import { createAgent, openCalls, redactValue, redactor } from "@loadout/runner";
import { Readable } from "node:stream";
import { randomBytes } from "node:crypto";

// packages/cli/src/serve/served-agent.ts
/**
* An agent in the form that `@loadout/mcp` serves. `close` ends the active runs. The caller who opened a session ends the
* session.
*/
function servedAgent(agent, options) {
	const runs = new AgentRuns(agent, options);
	return {
		name: options.plugin === void 0 ? `loadout-${agent.name}` : `loadout-${options.plugin}`,
		version: options.version,
		instructions: options.plugin === void 0 ? options.description : void 0,
		agent: options.plugin === void 0 ? runs : void 0,
		open: async ({ toolsChanged }) => {
			const calls = await openCalls(agent.spec, {
				notice: options.notice,
				toolsChanged
			});
			return options.watcher === void 0 ? calls : watchedCalls(calls, {
				agent: agent.name,
				watcher: options.watcher
			});
		},
		close: () => runs.close()
	};
}
/** Tells a watcher of each call of a client. */
function watchedCalls(calls, { agent, watcher }) {
	const { sessionId } = calls;
	return {
		sessionId,
		get pool() {
			return calls.pool;
		},
		async call(wanted) {
			const call = await calls.call(wanted);
			watcher.event({
				id: sessionId,
				session: sessionId,
				agent
			}, {
				type: "tool_result",
				id: call.id,
				name: call.name,
				call
			});
			return call;
		},
		preview: (wanted) => calls.preview(wanted),
		close: () => calls.close()
	};
}
/** The tool `agent_prompt`: each call is a run in a session of its own. Source: MCPS-14. */
var AgentRuns = class {
	description;
	outputSchema;
	#agent;
	#notice;
	#watcher;
	#closing = new AbortController();
	#running = /* @__PURE__ */ new Set();
	constructor(agent, { description, notice, watcher }) {
		const about = description === void 0 ? "" : ` ${description}`;
		this.description = `Gives a task to the agent ${agent.name} and returns its final answer. It works on its own, with its own tools.${about}`;
		this.outputSchema = agent.spec.output?.schema;
		this.#agent = agent;
		this.#notice = notice;
		this.#watcher = watcher;
	}
	async run(task, { signal, onProgress }) {
		const run = this.#agent.run(task, { signal: AbortSignal.any([signal, this.#closing.signal]) });
		const redact = redactor(this.#agent.spec.secrets);
		this.#running.add(run.result);
		const watched = {
			id: run.sessionId,
			session: run.sessionId,
			agent: this.#agent.name
		};
		this.#watcher?.started(watched);
		try {
			for await (const event of run) {
				this.#watcher?.event(watched, event);
				if (event.type === "notice") this.#notice(event.message);
				if (event.type === "tool_start") onProgress?.(redactValue(callLabel(event, this.#agent.spec.roots[0]), redact));
			}
			return redactValue(toResult(await run.result), redact);
		} finally {
			this.#watcher?.ended(watched, await run.result);
			this.#running.delete(run.result);
		}
	}
	async close() {
		this.#closing.abort();
		await Promise.allSettled(this.#running);
	}
};
/** The answer, or the reason why there is none and how to continue. */
function toResult({ outcome, text, error, sessionId, structuredOutput }) {
	if (outcome === "success") return {
		typedContent: [{
			type: "text",
			text: text === "" && structuredOutput !== void 0 ? JSON.stringify(structuredOutput) : text
		}],
		isError: false,
		...structuredOutput === void 0 ? {} : { structuredContent: structuredOutput }
	};
	return {
		typedContent: [{
			type: "text",
			text: `The agent did not finish (${outcome}): ${[error?.message ?? outcome, error?.fix].filter((part) => part !== void 0).join(" ")}\nSession: ${sessionId}${text === "" ? "" : `\nIts last words:\n${text}`}`
		}],
		isError: true
	};
}

// packages/cli/src/commands/serve.ts
/** Serves MCP clients. Exits with 0, whether the client disconnects or a signal arrives. */
const execute = async ({ positionals: [name], flags }, io) => {
	const http = httpOptions(flags, io);
	const loaded = await loadPlan(flags, {
		io,
		wish: { agent: name }
	});
	const { plan } = loaded;
	tellWarnings(loaded, io);
	const { configDir } = plan;
	const mcp = await loadPackage("@loadout/mcp", {
		configDir,
		needs: "loadout serve mcp",
		names: ["serveStdio", "serveHttp"]
	});
	const agentName = name ?? onlyAgent(plan);
	checkNeeds(loaded, agentName, io.env);
	const plugin = flags.plugin === void 0 ? void 0 : mountOf(plan, flags.plugin);
	const stopped = new AbortController();
	const stdout = takeOutput(io, process);
	const { release } = onInterrupt(io, () => stopped.abort());
	const agent = await createAgent({
		plan,
		agent: agentName,
		env: io.env,
		permissions: permissionOverrides(flags),
		onlyMount: plugin,
		model: plugin !== void 0 && plan.smallModel === void 0 ? noModel : void 0
	});
	io.hideToo(redactor(agent.spec.secrets));
	const notice = (message) => io.tell(`note: ${printable(message)}\n`);
	for (const message of agent.notices) notice(message);
	const watcher = flags.log === void 0 ? void 0 : openLog(flags.log, io);
	const { description } = plan.agents[agentName] ?? {};
	const served = servedAgent(agent, {
		version: version(),
		plugin,
		description,
		notice,
		watcher
	});
	const unwatch = keepServing(io);
	try {
		const serving = {
			io,
			notice,
			signal: stopped.signal
		};
		await (http === void 0 ? overStdio(mcp, served, {
			...serving,
			stdout
		}) : overHttp(mcp, served, {
			...serving,
			...http
		}));
	} finally {
		await served.close();
		await agent.close();
		watcher?.close();
		release();
		unwatch();
	}
	return 0;
};
async function overStdio(mcp, served, { io, notice, signal, stdout }) {
	const stdin = Readable.from(io.stdin, { objectMode: false });
	if (io.stdin.isTTY === true) notice("Waiting for an MCP client on standard input. Ctrl+C ends the server.");
	const onFault = (error) => notice(error.message);
	await mcp.serveStdio(served, {
		stdin,
		stdout,
		signal,
		onFault
	});
}
async function overHttp(mcp, served, { io, notice, signal, token, isNew, port }) {
	const endpoint = await mcp.serveHttp(served, {
		token,
		port,
		onFault: (error) => notice(error.message)
	});
	io.tell(`Serving ${served.name} at ${endpoint.url}\n`);
	if (isNew) io.tell(`Token: ${token}\n`);
	try {
		if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
	} finally {
		await endpoint.close();
	}
}
const LEAST_TOKEN = 16;
function httpOptions(flags, io) {
	const { port, "token-env": variable } = flags;
	if (!flags.http) {
		for (const flag of ["port", "token-env"]) if (flags[flag] !== void 0) throw errors$1.USAGE_FLAG_ALONE({
			flag: `--${flag}`,
			needs: "--http"
		});
		return;
	}
	const wished = port === void 0 ? void 0 : readPort(port);
	const given = variable === void 0 ? void 0 : io.env[variable] ?? "";
	if (variable !== void 0 && given !== void 0 && (given.length < LEAST_TOKEN || /\s/.test(given))) throw errors$1.SERVE_TOKEN({
		variable,
		length: given.length
	});
	return {
		token: given ?? randomBytes(32).toString("base64url"),
		isNew: given === void 0,
		port: wished
	};
}
/** The mount with this name. A Loadout package may be named without its scope. */
function mountOf(plan, name) {
	const mounts = plan.plugins.map(({ mount, use }) => ({
		mount,
		use
	}));
	if (Object.keys(plan.mcpServers ?? {}).length > 0) mounts.push({
		mount: "mcp",
		use: "@loadout/mcp"
	});
	const found = mounts.find(({ mount }) => mount === name) ?? mounts.find(({ use }) => use === name || use === `@loadout/${name}`);
	const available = mounts.map(({ mount }) => mount);
	if (found === void 0) throw errors$1.SERVE_PLUGIN_UNKNOWN({
		name,
		nearest: nearest(name, available),
		available
	});
	return found.mount;
}

export { execute };