import { t as errors } from "./errors-CdFutMww.js";
import { n as parseEngineArguments } from "./flags-DsDvNbG6.js";
import { t as loadSdk } from "./load-sdk-Df7ABNyO.js";
import { t as takeOutput } from "./protocol-output-C7Xok9ar.js";
import { t as signalExitCode } from "./signal-exit-code-B8hgi3nL.js";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isLoadoutError, isObject, messageOf, serverPrefix } from "@loadout/core";
import { homedir } from "node:os";
import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";

// packages/cli/src/engine/fit-frame.ts
/** The Python SDK rejects a line of one mebibyte. Source: CTRL-01. */
const MOST_BYTES = 1e6;
/** The number of characters of a string and of items of a list that are kept, from the first try to the last. */
const KEPT = [
	1e5,
	25e3,
	6e3,
	1500,
	400,
	100
].map((chars) => ({
	chars,
	items: chars / 10
}));
/**
* Writes the frame as a line. In a line that is too long, long strings, lists and maps are cut, and the data of images is left
* out.
*/
function fitFrame(frame) {
	const line = JSON.stringify(frame);
	if (line.length * 3 <= 1e6 || Buffer.byteLength(line) <= 1e6) return { line };
	for (const most of KEPT) {
		const cuts = /* @__PURE__ */ new Map();
		const shorter = JSON.stringify(shortened(frame, {
			...most,
			cuts
		}));
		if (Buffer.byteLength(shorter) <= 1e6) return {
			line: shorter,
			cuts
		};
	}
	const { type, subtype, uuid, session_id } = frame;
	return {
		line: JSON.stringify({
			type,
			subtype,
			uuid,
			session_id,
			truncated: true
		}),
		isEmptied: true
	};
}
function shortened(value, most) {
	if (typeof value === "string") return value.length <= most.chars ? value : shortText(value, most);
	if (Array.isArray(value)) return shortList(value, most);
	if (typeof value !== "object" || value === null) return value;
	return withoutPicture(value, most) ?? shortMap(value, most);
}
function shortText(text, { chars, cuts }) {
	const kept = text.slice(0, chars);
	return marked({ text }, {
		cuts,
		before: kept,
		left: `${text.length - chars} more characters`
	});
}
function shortList(list, most) {
	const kept = list.slice(0, most.items).map((item) => shortened(item, most));
	const items = list.slice(most.items);
	return items.length === 0 ? kept : [...kept, marked({ items }, {
		cuts: most.cuts,
		left: `${items.length} more items`
	})];
}
function shortMap(map, most) {
	const all = Object.entries(map);
	const kept = all.slice(0, most.items).map(([key, item]) => [key, shortened(item, most)]);
	const entries = all.slice(most.items);
	if (entries.length > 0) kept.push([marked({ entries }, {
		cuts: most.cuts,
		left: `${entries.length} more keys`
	}), null]);
	return Object.fromEntries(kept);
}
/** An incomplete image is no image, so its data goes as a whole. */
function withoutPicture(picture, { chars, cuts }) {
	const { data, media_type } = picture.source ?? {};
	if (typeof data !== "string" || data.length <= chars) return void 0;
	const left = `${String(media_type ?? picture.type)} with ${data.length} characters of base64`;
	return {
		type: "text",
		text: marked({ picture }, {
			cuts,
			left
		})
	};
}
/** Marks are numbered, so that a mark in an answer stands for exactly one cut value. */
function marked(cut, { cuts, before = "", left }) {
	const mark = `${before}[cut ${cuts.size + 1}: ${left}]`;
	cuts.set(mark, cut);
	return mark;
}
/** Returns an answer with the original values in place of the marks. */
function restored(answer, cuts) {
	if (cuts === void 0 || cuts.size === 0) return answer;
	if (typeof answer === "string") {
		const cut = cuts.get(answer);
		return cut !== void 0 && "text" in cut ? cut.text : answer;
	}
	if (Array.isArray(answer)) return answer.flatMap((item) => restoredItems(item, cuts));
	if (typeof answer !== "object" || answer === null) return answer;
	const cut = "text" in answer && typeof answer.text === "string" ? cuts.get(answer.text) : void 0;
	if (cut !== void 0 && "picture" in cut) return cut.picture;
	return Object.fromEntries(Object.entries(answer).flatMap(([key, item]) => restoredEntries(key, {
		item,
		cuts
	})));
}
function restoredItems(item, cuts) {
	const cut = typeof item === "string" ? cuts.get(item) : void 0;
	return cut !== void 0 && "items" in cut ? cut.items : [restored(item, cuts)];
}
function restoredEntries(key, { item, cuts }) {
	const cut = cuts.get(key);
	return cut !== void 0 && "entries" in cut ? cut.entries : [[key, restored(item, cuts)]];
}

// packages/cli/src/engine/read-json.ts
/** Reads the object of a flag: written out, or in the file that the flag names. Throws USAGE_FLAG_CONTENT. */
function readJson(value, { flag, cwd }) {
	const isInline = value.trimStart().startsWith("{");
	try {
		const parsed = JSON.parse(isInline ? value : readFileSync(resolve(cwd, value), "utf8"));
		if (isObject(parsed)) return parsed;
		throw new Error("it is no JSON object");
	} catch (cause) {
		const problem = messageOf(cause);
		throw errors.USAGE_FLAG_CONTENT({
			flag,
			problem,
			expected: "a JSON object, or the path of a file with one"
		}, { cause });
	}
}

// packages/cli/src/engine/options-of.ts
/** The options of a query that the flags set. Options that only a program can give come with `initialize`. */
function optionsOf(flags, { cwd, env }) {
	return defined({
		cwd,
		...agentOptions(flags, cwd),
		...outputOptions(flags, cwd),
		...sessionOptions(flags),
		...settingOptions(flags, cwd),
		enableFileCheckpointing: isOn(env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING)
	});
}
const list = (value) => value === void 0 ? void 0 : [...value];
const agentOptions = (flags, cwd) => ({
	model: flags.model,
	fallbackModel: flags["fallback-model"],
	systemPrompt: systemPromptOf(flags, cwd),
	tools: flags.tools?.[0] === "default" ? void 0 : list(flags.tools),
	allowedTools: list(flags.allowedTools),
	disallowedTools: list(flags.disallowedTools),
	permissionMode: flags["dangerously-skip-permissions"] === true ? "bypassPermissions" : flags["permission-mode"],
	allowDangerouslySkipPermissions: flags["allow-dangerously-skip-permissions"] === true || flags["dangerously-skip-permissions"] === true,
	permissionPromptToolName: flags["permission-prompt-tool"] === "stdio" ? void 0 : flags["permission-prompt-tool"],
	mcpServers: serversOf(flags, cwd),
	strictMcpConfig: flags["strict-mcp-config"],
	agents: flags.agents === void 0 ? void 0 : readJson(flags.agents, {
		flag: "--agents",
		cwd
	}),
	agent: flags.agent
});
const outputOptions = (flags, cwd) => ({
	includeHookEvents: flags["include-hook-events"],
	includePartialMessages: flags["include-partial-messages"],
	maxTurns: flags["max-turns"],
	maxBudgetUsd: flags["max-budget-usd"],
	taskBudget: flags["task-budget"] === void 0 ? void 0 : { total: flags["task-budget"] },
	maxThinkingTokens: flags["max-thinking-tokens"],
	thinking: thinkingOf(flags),
	effort: flags.effort,
	betas: list(flags.betas),
	outputFormat: flags["json-schema"] === void 0 ? void 0 : {
		type: "json_schema",
		schema: readJson(flags["json-schema"], {
			flag: "--json-schema",
			cwd
		})
	}
});
const sessionOptions = (flags) => ({
	resume: flags.resume,
	continue: flags.continue,
	forkSession: flags["fork-session"],
	sessionId: uuidIn(flags["session-id"]),
	resumeSessionAt: flags["resume-session-at"],
	resumeDropsTurn: flags["resume-drops-turn"],
	persistSession: flags["no-session-persistence"] === true ? false : void 0
});
const settingOptions = (flags, cwd) => ({
	settings: flags.settings,
	managedSettings: flags["managed-settings"] === void 0 ? void 0 : readJson(flags["managed-settings"], {
		flag: "--managed-settings",
		cwd
	}),
	settingSources: list(flags["setting-sources"]),
	additionalDirectories: list(flags["add-dir"]),
	plugins: pluginsOf(flags),
	agentConfig: flags["agent-config"],
	debug: flags.debug === true || flags["debug-to-stderr"] === true ? true : void 0,
	debugFile: flags["debug-file"]
});
const wrong = (flag, parts) => errors.USAGE_FLAG_CONTENT({
	flag,
	...parts
});
function uuidIn(id) {
	if (id === void 0 || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
	throw wrong("--session-id", {
		problem: `${JSON.stringify(id)} is no UUID`,
		expected: "one such as uuidgen prints"
	});
}
const isOn = (value) => value !== void 0 && /^(?:1|true|yes|on)$/i.test(value);
/** Removes unset options, so that `initialize` may set them. */
const defined = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== void 0));
function systemPromptOf(flags, cwd) {
	const read = (file) => file === void 0 ? void 0 : readFileSync(resolve(cwd, file), "utf8");
	const whole = flags["system-prompt"] ?? read(flags["system-prompt-file"]);
	const append = flags["append-system-prompt"] ?? read(flags["append-system-prompt-file"]);
	if (whole !== void 0) return append === void 0 ? whole : `${whole}\n\n${append}`;
	return append === void 0 ? void 0 : {
		type: "preset",
		preset: "claude_code",
		append
	};
}
/** The servers of the flags. A server of type `sdk` only has its name here; the program at the other end runs it. */
function serversOf(flags, cwd) {
	if (flags["mcp-config"] === void 0) return void 0;
	const maps = flags["mcp-config"].map((value) => {
		const { mcpServers } = readJson(value, {
			flag: "--mcp-config",
			cwd
		});
		if (isObject(mcpServers)) return mcpServers;
		throw wrong("--mcp-config", {
			problem: "it has no object mcpServers",
			expected: "{\"mcpServers\": {\"name\": {...}}}"
		});
	});
	return Object.assign({}, ...maps);
}
function thinkingOf({ thinking: type, "thinking-display": display }) {
	if (type !== "adaptive" && type !== "disabled" && type !== "enabled") return void 0;
	return {
		type,
		...display === void 0 ? {} : { display }
	};
}
function pluginsOf(flags) {
	const whole = (flags["plugin-dir"] ?? []).map((path) => ({
		type: "local",
		path
	}));
	const bare = (flags["plugin-dir-no-mcp"] ?? []).map((path) => ({
		type: "local",
		path,
		skipMcp: true
	}));
	return whole.length + bare.length === 0 ? void 0 : [...whole, ...bare];
}

// packages/cli/src/engine/print-exit-code.ts
const LIMITS = /* @__PURE__ */ new Set(["max_turns", "budget_exhausted"]);
/** The exit code of print mode. Source: CLI-04. */
function printExitCode(result, signal) {
	if (signal !== void 0) return signalExitCode(signal);
	if (result === void 0) return 1;
	if (!result.is_error) return 0;
	return LIMITS.has(result.terminal_reason) ? 3 : 1;
}

// packages/cli/src/engine/print-prompt.ts
/** The time in which more of a prompt must begin on standard input. */
const PATIENCE_MS = 3e3;
/** Returns the words, followed by the input: `git diff | loadout -p "Review this"`. Source: CLI-03. */
async function printPrompt(words, io) {
	const asked = words.filter((word) => word !== "-").join(" ");
	const prompt = [asked, io.stdin.isTTY === true ? "" : await readAll(io, { hasPrompt: asked !== "" })].filter((part) => part.trim() !== "").join("\n\n");
	return prompt === "" ? void 0 : prompt;
}
async function readAll({ stdin, tell }, { hasPrompt }) {
	const chunks = [];
	const reader = stdin[Symbol.asyncIterator]();
	let next = await (hasPrompt ? soon(reader.next()) : reader.next());
	if (next === "late") {
		tell(`Nothing came on standard input within ${PATIENCE_MS / 1e3} s: the prompt is taken without it.\n`);
		return "";
	}
	while (next.done !== true) {
		chunks.push(Buffer.from(next.value));
		next = await reader.next();
	}
	return Buffer.concat(chunks).toString("utf8").trim();
}
async function soon(wanted) {
	let timer;
	const late = new Promise((resolve) => {
		timer = setTimeout(() => resolve("late"), PATIENCE_MS);
	});
	return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}

// packages/cli/src/engine/print.ts
/** Runs one prompt and prints the answer as text, as one JSON value, or as a line for each message. Source: CLI-01, CLI-03. */
async function print({ flags, words }, io) {
	const options = {
		...optionsOf(flags, io),
		env: io.env
	};
	const { Engine, debugLog } = await loadSdk();
	const log = debugLog({
		...options,
		stderr: (text) => io.tell(text)
	});
	const prompt = await printPrompt(words, {
		stdin: io.stdin,
		tell: (text) => io.tell(text)
	});
	if (prompt === void 0) throw errors.USAGE_ARGUMENT_MISSING({
		name: "prompt",
		usage: "loadout -p \"prompt\", or give it on standard input"
	});
	const output = takeOutput(io, process).on("error", () => io.close());
	const messages = [];
	let result;
	const engine = new Engine(options, { send: (message) => {
		log?.(message);
		if ("sdk_host_only" in message) return;
		if (message.type === "result") result = message;
		if (flags["output-format"] === "stream-json") output.write(`${fitFrame(message).line}\n`);
		else if (flags.verbose === true) messages.push(message);
	} });
	let signal;
	const stop = (name) => {
		signal = name;
		engine.close();
	};
	process.once("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
	io.whenClosed(() => stop());
	engine.submit({
		type: "user",
		message: {
			role: "user",
			content: prompt
		}
	});
	engine.endInput();
	await engine.run();
	if (flags["output-format"] === "json") output.write(`${JSON.stringify(flags.verbose === true ? messages : result ?? null)}\n`);
	else if (flags["output-format"] !== "stream-json") output.write(`${textOf$1(result)}\n`);
	await new Promise((resolve) => output.end(resolve));
	return printExitCode(result, signal);
}
function textOf$1(result) {
	if (result === void 0) return "";
	return result.subtype === "success" ? result.result : result.errors.join("\n");
}

// packages/cli/src/engine/wire.ts
/** The program closed its end of the pipe before it answered. */
var HostGone = class extends Error {
	name = "HostGone";
	/** Whether the request was sent before the program closed its end. */
	wasAsked;
	constructor(wasAsked) {
		super("the program has closed its end of the pipe");
		this.wasAsked = wasAsked;
	}
};
/** The pipe to a program: one JSON object per line, and our requests with the program's answers. Source: CTRL-01, CTRL-02. */
var Wire = class {
	#write;
	#pending = /* @__PURE__ */ new Map();
	#ended = false;
	constructor(write) {
		this.#write = write;
	}
	send(frame) {
		this.#write(`${fitFrame(frame).line}\n`);
	}
	/**
	* Sends a request to the program. Contract: rejects with the program's error, when `signal` aborts, when the time is over, and
	* when the program is gone. Source: CTRL-09, CTRL-10, CTRL-14.
	*/
	ask(request, { signal, timeoutMs, whole = false } = {}) {
		if (this.#ended) return Promise.reject(new HostGone(false));
		if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
		const request_id = randomUUID();
		const frame = {
			type: "control_request",
			request_id,
			request
		};
		const { line, cuts, isEmptied = false } = fitFrame(frame);
		if (isEmptied || whole && cuts !== void 0) return Promise.reject(/* @__PURE__ */ new Error("the message is larger than the megabyte that one line of the protocol can hold"));
		return new Promise((resolve, reject) => {
			const withdraw = (reason) => {
				this.send({
					type: "control_cancel_request",
					request_id
				});
				this.#pending.get(request_id)?.reject(reason);
			};
			const onAbort = () => withdraw(reasonOf(signal));
			const timer = timeoutMs === void 0 ? void 0 : setTimeout(() => withdraw(/* @__PURE__ */ new Error(`the program gave no answer within ${timeoutMs / 1e3} s`)), timeoutMs);
			const settle = (then) => {
				this.#pending.delete(request_id);
				signal?.removeEventListener("abort", onAbort);
				clearTimeout(timer);
				then();
			};
			this.#pending.set(request_id, {
				frame,
				resolve: (response) => settle(() => resolve(restored(response, cuts))),
				reject: (error) => settle(() => reject(error))
			});
			signal?.addEventListener("abort", onAbort, { once: true });
			this.#write(`${line}\n`);
		});
	}
	/** The requests of this subtype without an answer, as they were sent. */
	unanswered(subtype) {
		return [...this.#pending.values()].map(({ frame }) => frame).filter(({ request }) => request.subtype === subtype);
	}
	/** Takes an answer of the program. An answer that nobody waits for is ignored. */
	answered(response) {
		const { request_id, subtype, error, response: value } = response ?? {};
		const pending = this.#pending.get(String(request_id));
		if (subtype === "error") pending?.reject(new Error(typeof error === "string" ? error : "the program answered with an error"));
		else pending?.resolve(value ?? {});
	}
	/** Ends the pipe: the program has closed its end and will answer no more. */
	end() {
		this.#ended = true;
		for (const pending of [...this.#pending.values()]) pending.reject(new HostGone(true));
	}
};
const reasonOf = (signal) => signal?.reason instanceof Error ? signal.reason : /* @__PURE__ */ new Error("The request was withdrawn.");

// packages/cli/src/engine/wire-server.ts
/** An MCP server inside the program at the other end. Each JSON-RPC message is one request. Source: CTRL-03 to CTRL-05. */
var WireServer = class {
	#name;
	#wire;
	#transport;
	constructor(name, wire) {
		this.#name = name;
		this.#wire = wire;
	}
	async connect(transport) {
		this.#transport = transport;
		transport.onmessage = (message) => void this.#pass(transport, message);
		await transport.start?.();
	}
	/** Takes a message that the server sends by itself. */
	async receive(message) {
		await this.#transport?.send(message);
	}
	async #pass(transport, message) {
		const id = isObject(message) ? message.id : void 0;
		try {
			const answer = await this.#wire.ask({
				subtype: "mcp_message",
				server_name: this.#name,
				message
			}, { whole: true });
			const response = isObject(answer) ? answer.mcp_response : void 0;
			if (id === void 0 || !isObject(message) || !("method" in message)) return;
			await transport.send(isObject(response) ? response : failure(id, "the program answered without mcp_response"));
		} catch (error) {
			if (id === void 0) return;
			await transport.send(failure(id, messageOf(error))).catch(() => {});
		}
	}
};
const failure = (id, message) => ({
	jsonrpc: "2.0",
	id,
	error: {
		code: -32603,
		message
	}
});

// packages/cli/src/engine/host-parts.ts
/** Adds the values of `initialize`, which override the flags. Each callback of the program is a request over the wire. */
function withHost(options, { flags, wire, initialize }) {
	const servers = wireServers(options, {
		wire,
		named: initialize.sdkMcpServers
	});
	const given = {
		systemPrompt: promptOf(options, initialize),
		agents: isObject(initialize.agents) ? {
			...options.agents,
			...initialize.agents
		} : void 0,
		skills: initialize.skills,
		title: initialize.title,
		toolAliases: initialize.toolAliases,
		forwardSubagentText: initialize.forwardSubagentText,
		planModeInstructions: initialize.planModeInstructions,
		hooks: hooksOf(initialize.hooks, wire),
		outputFormat: isObject(initialize.jsonSchema) ? {
			type: "json_schema",
			schema: initialize.jsonSchema
		} : void 0,
		plugins: Array.isArray(initialize.plugins) ? [...options.plugins ?? [], ...initialize.plugins] : void 0,
		mcpServers: {
			...withoutSdk(options.mcpServers),
			...isObject(initialize.mcpServers) ? withoutSdk(initialize.mcpServers) : {},
			...Object.fromEntries([...servers].map(([name, server]) => [name, {
				type: "sdk",
				name,
				instance: server
			}]))
		},
		canUseTool: isAsked(flags) ? canUseToolOver(wire, {
			servers,
			seconds: flags["permission-prompt-timeout"]
		}) : void 0,
		onElicitation: (request, { signal }) => elicit(wire, {
			request,
			signal
		})
	};
	const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== void 0 && value !== null));
	return {
		options: {
			...options,
			...said
		},
		servers
	};
}
function promptOf({ systemPrompt }, initialize) {
	const { systemPrompt: said, appendSystemPrompt: append } = initialize;
	if (Array.isArray(said) || typeof said === "string") return said;
	return typeof append === "string" ? {
		type: "preset",
		preset: "claude_code",
		append
	} : systemPrompt ?? void 0;
}
/** The servers that `initialize` names, or that have the type `sdk` in `--mcp-config`. */
function wireServers(options, { wire, named }) {
	const names = [...Object.entries(options.mcpServers ?? {}).filter(([, { type }]) => type === "sdk").map(([name]) => name), ...Array.isArray(named) ? named.map(String) : []];
	return new Map([...new Set(names)].map((name) => [name, new WireServer(name, wire)]));
}
/** Adds to each entry of type `sdk` the connection to the server of its name. */
const withInstances = (entries, servers) => Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, isObject(entry) && entry.type === "sdk" ? {
	...entry,
	name,
	instance: servers.get(name)
} : entry]));
const withoutSdk = (servers = {}) => Object.fromEntries(Object.entries(servers).filter(([, { type }]) => type !== "sdk"));
function hooksOf(registered, wire) {
	if (!isObject(registered)) return void 0;
	const events = Object.entries(registered).map(([event, matchers]) => [event, (Array.isArray(matchers) ? matchers : []).filter(isObject).map((matcher) => matcherOf(matcher, wire))]);
	return Object.fromEntries(events);
}
function matcherOf(given, wire) {
	const { matcher, hookCallbackIds, timeout, onFailure } = given;
	const ids = Array.isArray(hookCallbackIds) ? hookCallbackIds.map(String) : [];
	return {
		...typeof matcher === "string" ? { matcher } : {},
		...typeof timeout === "number" ? { timeout } : {},
		...onFailure === "block" ? { onFailure } : {},
		hooks: ids.map((callback_id) => async (input, tool_use_id, { signal }) => {
			const named = tool_use_id === void 0 ? {} : { tool_use_id };
			return await wire.ask({
				subtype: "hook_callback",
				callback_id,
				input,
				...named
			}, { signal });
		})
	};
}
/** With `--permission-prompts none` nobody is asked, and a call that needs approval is denied. */
const isAsked = (flags) => flags["permission-prompt-tool"] === "stdio" && flags["permission-prompts"] !== "none";
const canUseToolOver = (wire, { servers, seconds }) => async (tool_name, input, context) => {
	const { signal, suggestions, toolUseID, blockedPath, decisionReason, decisionReasonType, agentID, mcpServer } = context;
	const { displayName, description } = context;
	const asked = {
		subtype: "can_use_tool",
		tool_name,
		input,
		permission_suggestions: suggestions,
		tool_use_id: toolUseID,
		...blockedPath === void 0 ? {} : { blocked_path: blockedPath },
		...decisionReason === void 0 ? {} : { decision_reason: decisionReason },
		...decisionReasonType === void 0 ? {} : { decision_reason_type: decisionReasonType },
		...description === void 0 ? {} : { description },
		...agentID === void 0 ? {} : { agent_id: agentID },
		...mcpServer === void 0 ? {} : { mcp_server: {
			...mcpServer,
			...servers.has(mcpServer.name) ? { source: "sdk" } : {}
		} },
		...displayName === void 0 ? {} : { display_name: shownName(displayName, mcpServer?.name) }
	};
	try {
		const timeoutMs = seconds === void 0 ? void 0 : seconds * 1e3;
		return await wire.ask(asked, {
			signal,
			timeoutMs
		});
	} catch (error) {
		return {
			behavior: "deny",
			message: `Tool permission request failed: ${messageOf(error)}`,
			interrupt: error instanceof HostGone && error.wasAsked
		};
	}
};
/** Returns the name for people: `Greet all` for `mcp__demo__greet_all` of the server `demo`. */
function shownName(name, server) {
	if (server === void 0 || !name.startsWith(serverPrefix(server))) return name;
	const own = name.slice(serverPrefix(server).length).replaceAll("_", " ");
	return `${own.charAt(0).toUpperCase()}${own.slice(1)}`;
}
async function elicit(wire, { request, signal }) {
	const { serverName, message, mode, url, requestedSchema } = request;
	try {
		const asked = {
			subtype: "elicitation",
			mcp_server_name: serverName,
			message,
			mode,
			url,
			requested_schema: requestedSchema
		};
		const answer = await wire.ask(asked, { signal });
		return {
			action: answer.action ?? "decline",
			...answer.content === void 0 ? {} : { content: answer.content }
		};
	} catch {
		return { action: "decline" };
	}
}

// packages/cli/src/engine/tellable.ts
/** An error as one line, with its fix. */
function tellable(error) {
	const message = messageOf(error);
	return (isLoadoutError(error) && error.fix !== void 0 ? `${message} ${error.fix}` : message).replace(/\s*\n\s*/g, " ");
}

// packages/cli/src/engine/host-requests.ts
/** The requests of the program: each gets one answer, and a withdrawn request gets none. Source: CTRL-02, CTRL-10. */
var HostRequests = class {
	#options;
	#open = /* @__PURE__ */ new Set();
	#withdrawn = /* @__PURE__ */ new Set();
	constructor(options) {
		this.#options = options;
	}
	/**
	* Takes a request. A request that is under way does not start again, and a request without an id gets no answer. Source:
	* CTRL-02.
	*/
	take({ request_id, request }) {
		if (typeof request_id !== "string" || request_id === "" || this.#open.has(request_id)) return;
		this.#open.add(request_id);
		this.#serve(request_id, isObject(request) ? request : {});
	}
	cancel({ request_id }) {
		const id = String(request_id);
		if (this.#open.has(id)) this.#withdrawn.add(id);
	}
	async #serve(request_id, request) {
		const response = await this.#options.answer(request).then((answer) => ({
			subtype: "success",
			request_id,
			response: answer ?? {},
			...this.#options.beside?.(request)
		}), (error) => ({
			subtype: "error",
			request_id,
			error: tellable(error),
			...codeOf(error)
		}));
		this.#open.delete(request_id);
		if (!this.#withdrawn.delete(request_id)) this.#options.send({
			type: "control_response",
			response
		});
	}
};
const codeOf = (error) => isLoadoutError(error) ? { error_code: error.code.toLowerCase() } : {};

// packages/cli/src/engine/mirror-over.ts
/** Sends every write to the files of a program's sessions to the program, so that it can store a copy. Source: SESS-05. */
function mirrorOver(wire, env) {
	const projects = join(env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude"), "projects");
	return {
		append: async ({ projectKey, sessionId, subpath }, entries) => {
			const file = subpath === void 0 ? sessionId : join(sessionId, subpath);
			const filePath = join(projects, projectKey, `${file}.jsonl`);
			for (const entry of entries) wire.send({
				type: "transcript_mirror",
				filePath,
				entries: [entry]
			});
		},
		load: async () => null
	};
}

// packages/cli/src/engine/read-lines.ts
/** Reads lines of a stream of bytes. The last line may lack its line end. */
async function* readLines(stream) {
	const decoder = new TextDecoder();
	let rest = [];
	for await (const chunk of stream) {
		const lines = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split("\n");
		const last = lines.pop() ?? "";
		for (const line of lines) {
			rest.push(line);
			yield rest.join("");
			rest = [];
		}
		if (last !== "") rest.push(last);
	}
	if (rest.length > 0) yield rest.join("");
}

// packages/cli/src/engine/read-message.ts
const SHOWN = 200;
/**
* Reads one line of the program. As in the reference, a JSON value that is not an object is ignored. Text that is not JSON,
* `null`, and a prompt whose role is not `user` end the engine. Throws ENGINE_INPUT. Source: CTRL-01.
*/
function readMessage(text) {
	if (text.trim() === "") return void 0;
	const value = parsed(text);
	if (value === null) throw errors.ENGINE_INPUT({
		line: text,
		problem: "null is no message"
	});
	if (!isObject(value)) return void 0;
	if (value.type === "user") checkUser(value, text);
	return value;
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const problem = messageOf(cause);
		throw errors.ENGINE_INPUT({
			line: text.slice(0, SHOWN),
			problem
		}, { cause });
	}
}
function checkUser({ message }, text) {
	const { role, content } = isObject(message) ? message : {};
	const line = text.slice(0, SHOWN);
	if (role !== "user") throw errors.ENGINE_INPUT({
		line,
		problem: `Expected message role "user", got ${JSON.stringify(role)}`
	});
	if (typeof content !== "string" && !Array.isArray(content)) throw errors.ENGINE_INPUT({
		line,
		problem: "Expected message content to be a string or a list of blocks"
	});
}

// packages/cli/src/engine/when-orphaned.ts
const LOOK_EVERY_MS = 1e3;
/**
* Calls back when the parent of this process is gone, however it ended, because nobody else would end the engine. Returns a
* function that ends the watch. A process without a parent of its own gets no call.
*/
function whenOrphaned(tell, everyMs = LOOK_EVERY_MS) {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		tell();
	}, everyMs).unref();
	return () => clearInterval(timer);
}

// packages/cli/src/engine/serve-engine.ts
/** Serves a program that speaks the control protocol. Returns the exit code. Source: CTRL-01 to CTRL-15. */
async function serveEngine(flags, io) {
	const { Engine, debugLog: logFor } = await loadSdk();
	const output = takeOutput(io, process).on("error", () => io.close());
	const wire = new Wire((line) => output.write(line));
	const code = await new Served(flags, {
		io,
		wire,
		logFor,
		make: (...parts) => new Engine(...parts)
	}).serve();
	await new Promise((resolve) => output.end(resolve));
	return code;
}
var Served = class {
	#flags;
	#parts;
	#requests;
	#servers = /* @__PURE__ */ new Map();
	#engine;
	#running;
	/** Prompts that arrived before the request that they wait for. */
	#early = [];
	#signal;
	/** Whether the last turn ended with an error. If so, the exit code is 1. Source: CLI-04. */
	#hasFailed = false;
	#fail = () => {};
	/** A failed start ends the engine at once, even if the program still writes. */
	#failed = new Promise((_, reject) => {
		this.#fail = reject;
	});
	constructor(flags, parts) {
		this.#flags = flags;
		this.#parts = parts;
		this.#requests = new HostRequests({
			send: (frame) => parts.wire.send(frame),
			answer: (request) => this.#answer(request),
			beside: ({ subtype }) => subtype === "initialize" ? this.#openQuestions() : {}
		});
	}
	async serve() {
		const { io, wire } = this.#parts;
		const stop = (signal) => {
			this.#signal ??= signal;
			wire.end();
			this.#engine?.close();
			this.#fail(STOPPED);
		};
		process.on("SIGTERM", stop).on("SIGINT", stop).on("SIGHUP", stop);
		io.whenClosed(() => stop());
		const watched = whenOrphaned(() => stop());
		try {
			await Promise.race([this.#read(), this.#failed]);
			this.#started({});
			this.#engine?.endInput();
			await this.#running;
		} catch (error) {
			this.#engine?.close();
			await this.#running?.catch(() => {});
			if (error !== STOPPED) return this.#failure(error);
		} finally {
			watched();
		}
		return this.#signal === void 0 ? Number(this.#hasFailed) : signalExitCode(this.#signal);
	}
	/**
	* Reads to the end of the input. After it, every waiting and every new question is denied, because nobody answers. Source:
	* CTRL-14.
	*/
	async #read() {
		for await (const text of readLines(this.#parts.io.stdin)) {
			const line = readMessage(text);
			if (line !== void 0) this.#take(line);
		}
		this.#parts.wire.end();
	}
	#failure(error) {
		this.#parts.io.tell(`Error: ${tellable(error)}\n`);
		return 1;
	}
	#take(line) {
		switch (line.type) {
			case "control_request":
				this.#requests.take(line);
				return;
			case "control_cancel_request":
				this.#requests.cancel(line);
				return;
			case "control_response":
				this.#parts.wire.answered(line.response);
				return;
			case "user": if (this.#engine === void 0 && this.#flags["await-initialize"] === true) this.#early.push(line);
			else this.#submit(line);
		}
	}
	#submit(line) {
		this.#started({});
		this.#engine?.submit(line);
	}
	/** Starts the engine at the first message, with or without the values of `initialize`. */
	#started(initialize) {
		if (this.#engine !== void 0) return;
		const { io, wire, make, logFor } = this.#parts;
		const flags = this.#flags;
		const mirror = flags["session-mirror"] === true ? { sessionStore: mirrorOver(wire, io.env) } : {};
		const { options, servers } = withHost({
			...optionsOf(flags, io),
			...mirror
		}, {
			flags,
			wire,
			initialize
		});
		this.#servers = new Map(servers);
		const log = logFor({
			...options,
			stderr: (text) => io.tell(text)
		});
		this.#engine = make(options, {
			replaysPrompts: flags["replay-user-messages"] === true,
			send: (message) => {
				if (message.type === "result") this.#hasFailed = message.is_error;
				log?.(message);
				wire.send(message);
			}
		});
		this.#running = this.#engine.run();
		this.#running.catch(this.#fail);
		for (const line of this.#early.splice(0)) this.#submit(line);
	}
	async #answer(request) {
		if (request.subtype === "initialize") this.#started(request);
		if (request.subtype === "mcp_message") return this.#toClient(request);
		this.#started({});
		if (request.subtype === "initialize") return this.#initialized(request);
		return this.#engine?.control({
			...request,
			subtype: String(request.subtype),
			...this.#connected(request)
		});
	}
	/** Leaves the request unanswered if its session is unknown: the result says so, and the engine ends (W9). */
	async #initialized(request) {
		try {
			return await this.#engine?.control({
				...request,
				subtype: "initialize"
			});
		} catch (error) {
			return isLoadoutError(error) && error.code === "SESSION_UNKNOWN" ? new Promise(() => {}) : Promise.reject(error);
		}
	}
	/** The open questions, for a program that attaches while a question is open. Source: CTRL-08. */
	#openQuestions = () => ({
		pending_permission_requests: this.#parts.wire.unanswered("can_use_tool"),
		pending_user_dialog_requests: []
	});
	/** A server that is added later may also be inside the program. */
	#connected({ subtype, servers }) {
		if (subtype !== "mcp_set_servers" || !isObject(servers)) return {};
		const { wire } = this.#parts;
		for (const [name, server] of Object.entries(servers)) if (isObject(server) && server.type === "sdk" && !this.#servers.has(name)) this.#servers.set(name, new WireServer(name, wire));
		return { servers: withInstances(servers, this.#servers) };
	}
	/** A message that a server in the program sends by itself gets an empty acknowledgement. */
	async #toClient({ server_name, message }) {
		const name = String(server_name);
		const server = this.#servers.get(name);
		if (server === void 0) throw new Error(`Server '${name}' not found`);
		await server.receive(message);
		return {};
	}
};
const STOPPED = /* @__PURE__ */ new Error("stopped");

// packages/cli/src/engine/stay-small.ts
/**
* Makes the collector run as often at turn 400 as at turn 20. Node lets a heap grow before it collects, so an engine that keeps
* 6 KB of a turn occupied 100 KB more after each (W16). The turns take as long as before.
*/
function staySmall() {
	for (const flag of ["--semi-space-growth-factor=1", "--optimize-for-size"]) setFlagsFromString(flag);
}

// packages/cli/src/engine/run-engine.ts
const OUTPUTS = [
	"text",
	"json",
	"stream-json"
];
const INPUTS = ["text", "stream-json"];
/**
* Runs `loadout` with the flags of the `claude` command: the engine of a program, or one answer. A failed start prints one line
* on standard error and exits with 1, as programs expect of that command. Exit code 2 means that a package must be installed
* first.
*/
async function runEngine(argv, io) {
	if (argv.some((word) => word === "--help" || word === "-h")) {
		const { engineHelp } = await import("./engine-help-2ZNY_PjR.js");
		io.out(engineHelp());
		return 0;
	}
	try {
		const args = parseEngineArguments(argv);
		checkFormats(args.flags);
		staySmall();
		return await (args.flags["input-format"] === "stream-json" ? serveEngine(args.flags, io) : print(args, io));
	} catch (error) {
		if (!isLoadoutError(error)) throw error;
		io.tell(`Error: ${tellable(error)}\n`);
		return error.code === "PACKAGE_MISSING" ? 2 : 1;
	}
}
function checkFormats(flags) {
	const { "input-format": input = "text", "output-format": output = "text", verbose } = flags;
	if (!OUTPUTS.includes(output)) throw errors.USAGE_FLAG_CHOICE({
		flag: "--output-format",
		value: output,
		choices: OUTPUTS
	});
	if (!INPUTS.includes(input)) throw errors.USAGE_FLAG_CHOICE({
		flag: "--input-format",
		value: input,
		choices: INPUTS
	});
	if (input === "stream-json" && output !== "stream-json") throw errors.USAGE_FLAG_ALONE({
		flag: "--input-format=stream-json",
		needs: "--output-format=stream-json"
	});
	if (output === "stream-json" && verbose !== true && input !== "stream-json") throw errors.USAGE_FLAG_ALONE({
		flag: "--output-format=stream-json",
		needs: "--verbose"
	});
}

export { runEngine };