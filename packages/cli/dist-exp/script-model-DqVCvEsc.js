import { t as errors$1 } from "./errors-CdFutMww.js";
import { n as onlyAgent } from "./choose-target-C3mFau81.js";
import { t as isAllDenied } from "./all-denied-CZhkHn1P.js";
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { defineTool, serverKey, serverPrefix, toolMatcher } from "@loadout/core";
import { FileStore, createAgent, firstModel } from "@loadout/runner";

// packages/cli/src/test/own-path.ts
/**
* Returns the absolute path of a file or folder that a test names, relative to the test's own file. Throws TEST_PATH for a path that
* does not exist, or that leads out of the folder of the configuration.
*/
function ownPath(test, at, { path, folder }) {
	const refuse = (problem) => errors$1.TEST_PATH({
		path,
		problem
	}, { position: test.at(at) });
	const wanted = resolve(dirname(test.file), path);
	let real;
	try {
		real = realpathSync(wanted);
	} catch (cause) {
		throw refuse(`cannot be read: ${cause.code ?? "unknown"}`);
	}
	if (isOutside(realpathSync(folder), real)) throw refuse(`is outside of ${folder}, the folder of the configuration`);
	return real;
}
function isOutside(folder, path) {
	const below = relative(folder, path);
	return below === ".." || below.startsWith(`..${sep}`) || resolve(below) === below;
}

// packages/cli/src/test/command-of-test.ts
/** The command that runs one test, with more flags behind it. A shell gives the name back as it is written. */
function commandOfTest({ name }, more = "") {
	return `loadout test ${name.startsWith("-") ? `--filter=${quoted(name)}` : quoted(name)}${more === "" ? "" : ` ${more}`}`;
}
/** Single quotes keep every character for a shell, but their own. Double quotes are what people write for a plain name. */
const quoted = (text) => /^[\w .,:;/()+=@%-]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;

// packages/cli/src/test/agent-of-test.ts
/** Returns the name of the agent that a test runs. Throws AGENT_AMBIGUOUS. */
const agentOfTest = ({ spec }, plan) => spec.agent ?? onlyAgent(plan);

// packages/cli/src/test/cassette-rules.ts
/** Differences between two runs of every agent: the day, the machine, and ids and times that are made anew. */
const ALWAYS = [
	{
		pattern: "\\nDate: \\d{4}-\\d{2}-\\d{2}",
		as: "\nDate: {{date}}"
	},
	{
		pattern: "\\nPlatform: \\w+",
		as: "\nPlatform: {{platform}}"
	},
	{
		pattern: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		as: "{{uuid}}"
	},
	{
		pattern: "agent_[0-9a-f]{12}",
		as: "{{agent}}"
	},
	{
		pattern: "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})",
		as: "{{time}}"
	}
];
/** Returns the rules under which requests of a test are the same request: those of every test, then those that it declares. */
function cassetteRules({ spec }, { workspace, home, state }) {
	const declared = (spec.model?.normalise ?? []).map(({ text, pattern, as }) => text === void 0 ? {
		pattern: pattern ?? "",
		as
	} : {
		text,
		as
	});
	return [
		...[
			{
				text: workspace,
				as: "{{workspace}}"
			},
			{
				text: home,
				as: "{{home}}"
			},
			{
				text: state,
				as: "{{state}}"
			}
		],
		...ALWAYS,
		...declared
	];
}

// packages/cli/src/test/stand-in-tools.ts
const OF_SERVER = /^mcp__(.+?)(?:__\*)?$/;
/** Returns whether a test replaces all tools of a server, by `mcp__server__*` or `mcp__server`, so that it need not start. */
function isReplaced(server, plans = {}) {
	const names = [`${serverPrefix(server)}*`, serverPrefix(server).replace(/__$/, "")];
	return Object.entries(plans).some(([pattern, plan]) => names.includes(pattern) && plan !== "live");
}
/** Returns the plan without the servers whose tools a test replaces. */
function withoutReplaced(plan, plans) {
	if (plans === void 0 || plan.mcpServers === void 0) return plan;
	const kept = Object.entries(plan.mcpServers).filter(([key]) => !isReplaced(key, plans));
	return {
		...plan,
		mcpServers: Object.fromEntries(kept)
	};
}
/**
* Returns tools in the place of those of servers that do not start: the tools that the cassette lists, and those that the test names.
* A tool without a recorded schema takes any input.
*/
function standInTools(plans, known = []) {
	const servers = Object.keys(plans).flatMap((pattern) => {
		const server = OF_SERVER.exec(pattern)?.[1];
		return server !== void 0 && isReplaced(server, plans) ? [server] : [];
	});
	const named = Object.keys(plans).filter((name) => /^[\w-]+$/.test(name) && name.startsWith("mcp__"));
	const schemas = new Map(known.map(({ name, input_schema }) => [name, input_schema]));
	const names = [.../* @__PURE__ */ new Set([...schemas.keys(), ...named])];
	return servers.flatMap((server) => names.filter((name) => name.startsWith(serverPrefix(server)) && name !== serverPrefix(server)).filter((name) => Object.keys(plans).some((pattern) => toolMatcher(pattern)({
		name,
		aliases: []
	}))).map((name) => standIn(name, {
		server,
		schema: schemas.get(name)
	})));
}
function standIn(name, { server, schema }) {
	const tool = defineTool({
		name,
		description: `A tool of the MCP server ${server}, which this test replaces.`,
		inputSchema: schema ?? { type: "object" },
		call: () => ""
	});
	return Object.assign(Object.create(tool), { mcp: { server: serverKey(server) } });
}

// packages/cli/src/test/cassette-model.ts
/** The command that records the cassette of a test again. */
const recordCommand = (test) => commandOfTest(test, "--record all");
/** Returns the file of a test's cassette, existing or not. Throws TEST_PATH for one outside of the configuration's folder. */
function cassetteFile(test, folder) {
	const path = test.spec.model?.cassette ?? "";
	const wanted = resolve(dirname(test.file), path);
	if (existsSync(wanted)) return ownPath(test, ["model", "cassette"], {
		path,
		folder
	});
	if (isOutside(folder, wanted)) throw errors$1.TEST_PATH({
		path,
		problem: `is outside of ${folder}, the folder of the configuration`
	}, { position: test.at(["model", "cassette"]) });
	return wanted;
}
/** Replays the recorded answers of a test, and recorded results of tools. Throws CASSETTE_MISSING, CASSETTE_UNREADABLE. */
async function cassetteModel(test, { ground, folder }) {
	const { cassetteProvider, readCassette, recordedResults } = await import("@loadout/model-script");
	const file = cassetteFile(test, folder);
	const again = recordCommand(test);
	const shown = relative(dirname(test.file), file);
	if (!existsSync(file)) throw errors$1.CASSETTE_MISSING({
		file: shown,
		again
	}, { position: test.at(["model", "cassette"]) });
	const normalise = cassetteRules(test, ground);
	const turns = await readCassette(file);
	const model = cassetteProvider(file, {
		normalise,
		anyModel: true,
		again
	});
	const results = recordedResults(turns, normalise);
	const replay = (tool, input) => {
		const found = results(tool, input);
		if (found === void 0) return { error: `The cassette ${shown} has no further result of ${tool} for ${JSON.stringify(input)}. Record it again: ${again}` };
		return found.isError ? { error: found.text } : { output: found.text };
	};
	return {
		model,
		replay,
		standIns: standInTools(test.spec.tools ?? {}, turns.flatMap(({ request }) => request.tools)),
		async unused() {
			const { left, turns: all } = await model.remaining();
			return left === 0 ? [] : [{
				script: shown,
				turn: all - left + 1,
				turns: all
			}];
		}
	};
}

// packages/cli/src/test/kill/kill-job.ts
/** The sessions of a run. `onLines` is called with lines after they are in the file. */
const sessionsIn = ({ state }, onLines) => new FileStore({
	dir: join(state, "sessions"),
	follow: onLines === void 0 ? void 0 : (_, lines) => onLines(lines)
});

// packages/cli/src/test/answered.ts
/** Returns the person of a test: the first rule of `answers` that matches a call decides it. Absent: nobody is there. */
function askerOf({ answers }, agent) {
	if (answers === void 0) return void 0;
	return async ({ toolName, input }) => {
		for (const [rule, answer] of Object.entries(answers)) {
			const as = answer === "allow" ? "allow" : "deny";
			if (!(rule === "*" || await agent().matches({
				tool: toolName,
				input
			}, {
				rule,
				as
			}))) continue;
			if (answer === "allow") return { behavior: "allow" };
			return {
				behavior: "deny",
				message: answer === "deny" ? `${toolName} was denied by the answers of this test.` : answer.deny
			};
		}
		return {
			behavior: "deny",
			message: `No rule under answers of this test is about this call of ${toolName}.`
		};
	};
}
/** Returns the person who answers the agent's own questions, by the text of a question or a pattern with `*`. */
function questionsOf({ questions }) {
	if (questions === void 0) return void 0;
	const answerTo = ({ question, header }) => Object.entries(questions).find(([pattern]) => [question, header].some((text) => like(pattern).test(text)))?.[1];
	return async (asked) => {
		const answers = asked.flatMap((one) => {
			const answer = answerTo(one);
			return answer === void 0 ? [] : [[one.question, answer]];
		});
		return answers.length < asked.length ? void 0 : Object.fromEntries(answers);
	};
}
const like = (pattern) => new RegExp(`^${pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("[\\s\\S]*")}$`, "i");

// packages/cli/src/test/failures-of.ts
/** Compares a run with the expectations of its test. */
async function failuresOf({ spec }, run, context) {
	const { checkRun } = await import("@loadout/testing");
	const unanswered = scriptFailure(spec, run);
	if (unanswered !== void 0) return [unanswered];
	const found = await checkRun(run, spec.expect ?? {}, context);
	const ofModel = found.filter(({ of }) => of === "model");
	return found.map((failure) => ({
		...failure,
		path: failure.of === "model" ? scriptPath(spec, run.unused?.[ofModel.indexOf(failure)]?.script) : ["expect", ...failure.path]
	}));
}
/** A model without an answer is a fault of the test, and other failures follow from it, unless the test expects the error. */
function scriptFailure({ expect }, { error }) {
	if (error === void 0 || !/^(?:SCRIPT|CASSETTE|TEST)_/.test(error.code) || expect?.error !== void 0) return void 0;
	return {
		path: ["model"],
		message: error.message,
		code: error.code,
		fix: error.fix
	};
}
/** The place of a script by its name, which is that of an agent. */
function scriptPath({ model }, script) {
	if (script !== void 0 && Object.hasOwn(model?.agents ?? {}, script)) return [
		"model",
		"agents",
		script
	];
	return model?.cassette === void 0 ? ["model", "script"] : ["model", "cassette"];
}

// packages/cli/src/test/file-states.ts
const MOST_CHARS = 1e6;
const MOST_FILES = 2e4;
/** Reads the files below a folder, but for `.git`. */
function snapshot(folder) {
	const found = /* @__PURE__ */ new Map();
	const visit = (below) => {
		for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
			const path = below === "" ? entry.name : `${below}/${entry.name}`;
			if (entry.name === ".git" || found.size >= MOST_FILES) continue;
			if (entry.isDirectory()) visit(path);
			else found.set(path, fileNow(join(folder, path), entry.isSymbolicLink()));
		}
	};
	visit("");
	return found;
}
function fileNow(file, isLink) {
	const { size, mtimeMs, mode } = lstatSync(file);
	if (isLink) return {
		mark: `link ${mtimeMs}`,
		noText: "a link"
	};
	if (size > MOST_CHARS * 4) return {
		mark: `${size} ${mtimeMs}`,
		noText: "too long"
	};
	if ((mode & 61440) !== 32768) return {
		mark: `special ${mtimeMs}`,
		noText: "not text"
	};
	const bytes = readFileSync(file);
	const mark = `file ${bytes.toString("latin1")}`;
	if (bytes.includes(0)) return {
		mark,
		noText: "not text"
	};
	const text = bytes.toString("utf8");
	return text.length > MOST_CHARS ? {
		mark,
		noText: "too long"
	} : {
		mark,
		text
	};
}
/** Compares two states of a folder by content. */
function changesBetween(before, after) {
	const files = {};
	for (const [path, { mark, text, noText }] of after) {
		const earlier = before.get(path);
		files[path] = {
			state: earlier === void 0 ? "created" : earlier.mark === mark ? "unchanged" : "changed",
			...text === void 0 ? { noText } : { text }
		};
	}
	for (const path of before.keys()) if (!after.has(path)) files[path] = {
		state: "deleted",
		noText: "deleted"
	};
	return Object.fromEntries(Object.entries(files).sort(([a], [b]) => a < b ? -1 : 1));
}

// packages/cli/src/test/replaced-tools.ts
/**
* Replaces the tools that a test names. A replaced tool keeps its name, schema, checks and accesses, so that permissions, hooks and
* limits apply to its calls as ever.
*/
function replacedTools(plans, replay) {
	const entries = Object.entries(plans).sort(([a], [b]) => Number(a.includes("*")) - Number(b.includes("*"))).map(([pattern, plan]) => ({
		matches: toolMatcher(pattern),
		plan
	}));
	const planFor = (name, aliases = []) => entries.find(({ matches }) => matches({
		name,
		aliases
	}))?.plan ?? "live";
	const wrapped = /* @__PURE__ */ new WeakMap();
	const decide = (name, input, aliases) => insteadOf(planFor(name, aliases), {
		name,
		input,
		replay
	});
	return {
		wrapTool(tool, name) {
			if (planFor(name, tool.aliases) === "live") return tool;
			const known = wrapped.get(tool) ?? replacement(tool, (input) => decide(name, input, tool.aliases));
			wrapped.set(tool, known);
			return known;
		},
		hooks: { PreToolUse: {
			name: "this test",
			run: ({ tool_name: name, tool_input: input }) => insteadOf(planFor(name), {
				name,
				input,
				replay: () => void 0
			}) === "deny" ? {
				decision: "block",
				reason: `The test denies this call of ${name}.`
			} : void 0
		} }
	};
}
/** Extends the tool without copying it, because its other members may be inherited. */
function replacement(tool, instead) {
	const { call } = tool;
	const value = async (input, context) => {
		const found = instead(input);
		if (found === void 0) return call.call(tool, input, context);
		if (found === "deny") return {
			content: "The test denies this call.",
			isError: true
		};
		return "error" in found ? {
			content: found.error,
			isError: true
		} : found.output;
	};
	return Object.create(tool, {
		call: {
			value,
			enumerable: true
		},
		obstacle: { value: void 0 }
	});
}
function insteadOf(plan, { name, input, replay }) {
	if (plan === "live") return void 0;
	if (plan === "deny") return "deny";
	if (plan === "replay") return replay(name, input);
	const found = plan.cases?.find((one) => one.input === void 0 || contains(input, one.input));
	if (found !== void 0) return resultOf(found);
	if (plan.error !== void 0 || plan.output !== void 0) return resultOf(plan);
	if (plan.replay === true) return replay(name, input);
	return otherwise(plan, name, input);
}
function otherwise(plan, name, input) {
	if (plan.otherwise === "live") return void 0;
	if (plan.otherwise === "deny") return "deny";
	return { error: `No case of this test is about this call of ${name}: ${JSON.stringify(input)}` };
}
function resultOf({ output, error }) {
	if (error !== void 0) return { error };
	if (typeof output === "string") return { output };
	return { output: {
		content: output === void 0 ? "" : JSON.stringify(output, void 0, 2),
		structuredContent: output
	} };
}
/** Whether a value has all that is expected. Keys that are not named may have any value; lists are compared whole. */
function contains(actual, expected) {
	if (Array.isArray(expected)) return Array.isArray(actual) && actual.length === expected.length && expected.every((one, at) => contains(actual[at], one));
	if (typeof expected === "string" && typeof actual === "string" && actual.endsWith(`/${expected}`)) return true;
	if (typeof expected !== "object" || expected === null) return Object.is(actual, expected);
	if (typeof actual !== "object" || actual === null) return false;
	return Object.entries(expected).every(([key, value]) => contains(actual[key], value));
}

// packages/cli/src/test/recorded.ts
/** Runs the agent of a test to its end, records the run and compares it. Throws what prevents a start. */
async function playRecorded(parts) {
	const { recordEvents } = await import("@loadout/testing");
	const { test, ground, planned, model } = parts;
	const before = snapshot(ground.workspace);
	const agent = await agentFor(parts);
	try {
		const recorded = await recordEvents(eventsOf(agent, parts), {
			pathOf: planned.pathOf,
			isAllDenied: (result) => isAllDenied(result, agent)
		});
		const files = changesBetween(before, snapshot(ground.workspace));
		const unused = test.spec.model?.unused === "ignore" ? [] : await model.unused();
		const run = {
			...recorded,
			files,
			unused
		};
		const matchesRule = (call, rule) => agent.matches(call, {
			rule,
			as: "deny"
		});
		return {
			run,
			failures: await failuresOf(test, run, { matchesRule })
		};
	} finally {
		await agent.close();
	}
}
/** The variables of a test: those of the command, in a home of its own, without what configures Loadout itself. */
function environmentOf({ env, ground, test }) {
	const kept = Object.entries(env).filter(([name]) => !/^(?:LOADOUT|XDG)_/.test(name));
	const cache = env.npm_config_cache ?? (env.HOME === void 0 ? void 0 : `${env.HOME}/.npm`);
	return {
		...Object.fromEntries(kept),
		npm_config_cache: cache,
		HOME: ground.home,
		LOADOUT_STATE_DIR: ground.state,
		...test.spec.env
	};
}
async function agentFor({ test, ground, planned, model, env, options }) {
	const own = environmentOf({
		env,
		ground,
		test
	});
	const plan = model.isLive === true ? planned.plan : withoutReplaced(planned.plan, test.spec.tools);
	const name = agentOfTest(test, plan);
	const replaced = test.spec.tools === void 0 ? void 0 : replacedTools(test.spec.tools, model.replay ?? noReplay);
	const agent = await createAgent({
		...model.model === void 0 ? { plan } : modelFor(plan, {
			name,
			env: own ?? {}
		}),
		customTools: model.standIns,
		agent: name,
		model: model.model,
		env: own,
		ledger: false,
		ask: askerOf(test.spec, () => agent),
		answer: questionsOf(test.spec),
		...replaced === void 0 ? {} : {
			wrapTool: replaced.wrapTool,
			hooks: replaced.hooks
		},
		...options
	});
	return agent;
}
const noReplay = (tool) => ({ error: `There is no cassette with results of ${tool}.` });
/** The model keeps the name, the price and the window of the agent's own first model, so that limits apply as ever. */
function modelFor(plan, { name, env }) {
	const agent = plan.agents[name];
	const modelId = agent === void 0 ? void 0 : firstModel({
		plan,
		agent,
		env
	});
	if (modelId === void 0 || Object.hasOwn(plan.models, modelId)) return {
		plan,
		modelId
	};
	const slash = modelId.indexOf("/");
	const named = {
		provider: modelId.slice(0, Math.max(slash, 0)) || "script",
		id: modelId.slice(slash + 1)
	};
	return {
		plan: {
			...plan,
			models: {
				...plan.models,
				[modelId]: named
			}
		},
		modelId
	};
}
/** The events of all prompts of a test. */
async function* eventsOf(agent, { test, signal, resume, asksAgain = resume === void 0 }) {
	const { prompt } = test.spec;
	if (!Array.isArray(prompt) || prompt.length === 1) {
		const [only] = [prompt].flat();
		yield* agent.run(asksAgain ? only : void 0, {
			signal,
			resume
		});
		return;
	}
	const conversation = await agent.open({ resume });
	const interrupt = () => conversation.interrupt();
	signal.addEventListener("abort", interrupt, { once: true });
	const asking = askAll(conversation, prompt).finally(() => conversation.close());
	asking.catch(() => {});
	yield* conversation.events;
	await asking;
	signal.removeEventListener("abort", interrupt);
}
async function askAll(conversation, prompts) {
	for (const prompt of prompts) {
		const { outcome } = await conversation.ask(prompt);
		while (outcome === "success" && (conversation.isWaiting || conversation.hasNews)) {
			if (!conversation.hasNews) await new Promise((arrived) => {
				conversation.onNews = arrived;
			});
			await conversation.goOn();
		}
		if (outcome !== "success") return;
	}
}

// packages/cli/src/test/script-model.ts
/**
* Creates a model that plays a script for each agent. A request that is no turn of a conversation is played by the script of its
* purpose: `summary`, `small` or `sampling`. Throws SCRIPT_INVALID, SCRIPT_UNREADABLE, each at its line.
*/
async function scriptModel(test, { agent, folder }) {
	const { script, agents = {} } = test.spec.model ?? {};
	const scripts = /* @__PURE__ */ new Map();
	if (script !== void 0) scripts.set(agent, await played(test, {
		script,
		path: ["model", "script"],
		name: agent,
		folder
	}));
	for (const [name, own] of Object.entries(agents)) scripts.set(name, await played(test, {
		script: own,
		path: [
			"model",
			"agents",
			name
		],
		name,
		folder
	}));
	return {
		model: {
			name: "script",
			async *stream(request, options) {
				const { agent: asking = agent, purpose = "turn" } = options.asker ?? {};
				const name = purpose === "turn" ? asking : purpose;
				const found = scripts.get(name);
				if (found === void 0) throw errors$1.TEST_SCRIPT_MISSING({
					name,
					purpose,
					known: [...scripts.keys()]
				});
				yield* found.stream(request, options);
			}
		},
		standIns: standInTools(test.spec.tools ?? {}),
		unused: () => unusedIn(scripts)
	};
}
async function played(test, { script, path, name, folder }) {
	const { scriptedModel, checkScript, loadScript } = await import("@loadout/model-script");
	if (typeof script === "string") return scriptedModel(await loadScript(ownPath(test, path, {
		path: script,
		folder
	})));
	const place = (inside) => test.at([...path, ...inside.split("/").slice(2).map(toKey)]);
	return scriptedModel(await checkScript(script, {
		name: `script of ${name}`,
		place
	}));
}
const toKey = (key) => /^\d+$/.test(key) ? Number(key) : key;
async function unusedIn(scripts) {
	const found = [];
	for (const [script, played] of scripts) {
		const left = await played.remaining();
		const turns = await played.length();
		if (left > 0) found.push({
			script,
			turn: turns - left + 1,
			turns
		});
	}
	return found;
}

export { cassetteFile as a, standInTools as c, commandOfTest as d, isOutside as f, sessionsIn as i, cassetteRules as l, environmentOf as n, cassetteModel as o, ownPath as p, playRecorded as r, recordCommand as s, scriptModel as t, agentOfTest as u };