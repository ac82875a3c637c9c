import { t as errors$1 } from "./errors-CdFutMww.js";
import { t as exitCodeOf } from "./exit-code-DYIrWmlJ.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { t as tellFailure } from "./tell-failure-Bs9JNRpK.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { t as isCi } from "./is-ci-DsyR-haE.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { n as shownFile, r as inRoom, t as placedFailure } from "./placed-failure-KR9llKUC.js";
import { i as plain, r as painted } from "./decision-BnLJaKz7.js";
import { r as sideBySide, t as problemOf } from "./problem-CDMbAp4m.js";
import { t as version } from "./version-RWscvlO1.js";
import { d as commandOfTest, n as environmentOf } from "./script-model-DqVCvEsc.js";
import { i as isRecorded, n as prepareRun, r as recordOnce, t as playOnce } from "./play-once-BQTCGTDS.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { n as onlyAgent } from "./choose-target-C3mFau81.js";
import { n as normalPath } from "./plans-0hsd_ojC.js";
import { t as readCall } from "./read-call-D9QP74k4.js";
import { appendFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { isLoadoutError, messageOf, nearest, ruleText, toolMatcher } from "@loadout/core";
import { availableParallelism } from "node:os";
import { errors, findConfig } from "@loadout/config";

// packages/cli/src/test/coverage/parts-of.ts
/** Lists the parts of a configuration in the order of the file's subjects: rules, hooks, agents with their tools, and the rest. */
function partsOf({ plan, origins }) {
	const paths = new Map(Object.entries(origins).map(([path, position]) => [keyOf(position), plainPath(path)]));
	const document = {
		origins,
		pathOf: (position) => position && paths.get(keyOf(position))
	};
	const agents = Object.values(plan.agents);
	return [
		...[...plan.permissions.rules, ...agents.flatMap(rulesOf)].flatMap((rule) => rulePart(rule, document)),
		...[...plan.hooks, ...agents.flatMap(({ hooks }) => hooks)].flatMap((hook) => hookPart(hook, document)),
		...agents.flatMap((agent) => agentParts(agent, document)),
		...Object.keys(plan.skills ?? {}).map((skill) => skillPart(skill)),
		...Object.entries(plan.mcpServers ?? {}).flatMap(([server, { position }]) => serverPart(server, position)),
		...agents.flatMap((agent) => branchParts(agent, document)),
		...profileParts(document)
	];
}
const keyOf = ({ file, line, column }) => `${file}:${line}:${column}`;
const plainPath = (path) => path.replace(/\[(\d+)\]/g, ".$1");
const rulesOf = ({ permissions, subagents = {} }) => [...permissions.rules, ...Object.values(subagents).flatMap(({ grants }) => grants)];
function rulePart(rule, { pathOf }) {
	const { position, behavior } = rule;
	const path = pathOf(position);
	if (path === void 0) return [];
	return [{
		kind: "rule",
		path,
		name: `${behavior} ${ruleText(rule)}`,
		position,
		about: {
			kind: "rule",
			path
		}
	}];
}
function hookPart({ event, matcher, entry, position }, { pathOf }) {
	const path = pathOf(position);
	if (path === void 0 || position === void 0) return [];
	const { type, command, use, url, phrases } = entry;
	const said = [
		command,
		use,
		url,
		phrases
	].find((one) => one !== void 0);
	return [{
		kind: "hook",
		path,
		name: `${event}${matcher === void 0 ? "" : ` ${matcher}`}: ${type}${said === void 0 ? "" : ` ${String(said)}`}`,
		position,
		about: {
			kind: "hook",
			place: keyOf(position)
		}
	}];
}
function agentParts(agent, { origins }) {
	const { name, position, tools } = agent;
	const path = `agents.${name}`;
	if (position === void 0) return [];
	const written = tools.map((tool, index) => ({
		tool,
		at: origins[`${path}.tools[${index}]`] ?? origins[`${path}.tools`]
	}));
	return [{
		kind: "agent",
		path,
		name,
		position,
		about: {
			kind: "agent",
			agent: name
		}
	}, ...written.flatMap(({ tool, at }, index) => {
		if (at === void 0) return [];
		const about = {
			kind: "tool",
			agent: name,
			pattern: tool
		};
		return [{
			kind: "tool",
			path: `${path}.tools.${index}`,
			name: `${tool} of ${name}`,
			position: at,
			about
		}];
	})];
}
const skillPart = (skill) => ({
	kind: "skill",
	path: `skills.${skill}`,
	name: skill,
	about: {
		kind: "skill",
		skill
	}
});
function serverPart(server, position) {
	return [{
		kind: "server",
		path: `mcpServers.${server}`,
		name: server,
		position,
		about: {
			kind: "server",
			server
		}
	}];
}
function profileParts({ origins }) {
	return Object.entries(origins).flatMap(([path, position]) => {
		const [, plain, quoted] = /^profiles(?:\.([^.[\]]+)|\[("(?:[^"\\]|\\.)*")\])$/.exec(path) ?? [];
		const name = quoted === void 0 ? plain : JSON.parse(quoted);
		return name === void 0 ? [] : [{
			kind: "profile",
			path,
			name,
			position,
			about: {
				kind: "profile",
				profile: name
			}
		}];
	});
}
/** The words of each limit in the error of a run that reached it. */
const LIMITS = {
	turns: "turns",
	answers: "answers",
	toolCalls: "tool calls",
	usd: "US dollars",
	time: "seconds"
};
/** The ways on which a run rarely goes: a limit is reached, the first model fails, the answer has a schema. */
function branchParts({ name, limits, models, output }, { origins }) {
	const path = `agents.${name}`;
	const branch = (at, { title, about }) => {
		const position = origins[at];
		return position === void 0 ? [] : [{
			kind: "branch",
			path: plainPath(at),
			name: title,
			position,
			about
		}];
	};
	return [
		...Object.entries(LIMITS).flatMap(([key, words]) => limits[key] === void 0 ? [] : branch(`${path}.limits.${key}`, {
			title: `limit of ${words} of ${name}`,
			about: {
				kind: "limit",
				agent: name,
				words
			}
		})),
		...models.flatMap((model, index) => index === 0 ? [] : branch(`${path}.model[${index}]`, {
			title: `fallback ${model} of ${name}`,
			about: {
				kind: "model",
				model
			}
		})),
		...output === void 0 ? [] : branch(`${path}.output`, {
			title: `output of ${name}`,
			about: {
				kind: "output",
				agent: name
			}
		})
	];
}

// packages/cli/src/test/coverage/reached-by.ts
/** Reads what a test reached; `undefined` for a test that did not run. */
function reachedBy({ run, decisions = [], agent, profile, status }) {
	if (status === "skipped") return void 0;
	const calls = run?.calls ?? [];
	const events = (run?.events ?? []).map(innermost);
	const paths = [...calls.map(({ by }) => by?.path), ...decisions.map(({ rule }) => rule)];
	return {
		profile: run !== void 0 || decisions.length > 0 ? profile : void 0,
		rules: new Set(paths.filter((path) => path !== void 0)),
		hooks: new Set(events.flatMap(hookOf)),
		agents: /* @__PURE__ */ new Set([
			...agent === void 0 ? [] : [agent],
			...events.flatMap(agentOf),
			...decisions.map((one) => one.agent)
		]),
		calls: [...calls.map((call) => ({
			agent: lastOf(call.agent),
			tool: call.tool
		})), ...decisions],
		skills: new Set(calls.flatMap(skillOf)),
		limits: events.flatMap(limitOf),
		models: new Set(events.flatMap((event) => event.type === "request" ? [String(event.model)] : [])),
		hasOutput: run?.output !== void 0 || run?.outcome === "schema"
	};
}
/** The event itself, if it is one of a subagent. */
const innermost = (event) => event.type === "subagent" && typeof event.event === "object" && event.event !== null ? event.event : event;
const hookOf = ({ type, position }) => type === "hook" && typeof position === "object" && position !== null ? [keyOf(position)] : [];
function agentOf({ type, init }) {
	if (type !== "init" || typeof init !== "object" || init === null || !("agent" in init)) return [];
	return [String(init.agent)];
}
const lastOf = (agent) => agent.split("/").at(-1) ?? agent;
function skillOf({ tool, input, state }) {
	if (tool !== "Skill" || state !== "done" || typeof input !== "object" || input === null || !("skill" in input)) return [];
	return [String(input.skill)];
}
/** The words of limits in the errors of runs, those of subagents included: `The limit of 3 turns is used up.` */
const limitOf = ({ type, result }) => {
	if (type !== "result" || typeof result !== "object" || result === null) return [];
	const { outcome, error } = result;
	const [, words] = /^The limit of \S+ ([\w ]+?) (?:is|does) /.exec(error?.message ?? "") ?? [];
	return words !== void 0 ? [words] : outcome === "error_max_turns" ? ["turns"] : [];
};

// packages/cli/src/test/coverage/coverage-of.ts
/**
* Returns the parts of the configuration that its tests can reach, each with the tests that reached it. A rule is reached by a
* call that it decided; a rule that another one forestalls, or that a granted mode makes idle, is not.
*/
function coverageOf({ loaded, profiles = {}, results }) {
	const reached = results.flatMap((result) => {
		const found = reachedBy(result);
		return found === void 0 ? [] : [{
			name: result.name,
			found
		}];
	});
	return { parts: allParts({
		loaded,
		profiles
	}).map((part) => ({
		...described(part),
		tests: [...new Set(reached.filter(({ found }) => isReached$1(part, found)).map(({ name }) => name))]
	})) };
}
/** The parts of the configuration, then those that only a profile has. */
function allParts({ loaded, profiles = {} }) {
	const parts = new Map(partsOf(loaded).map((part) => [part.path, part]));
	for (const [only, read] of Object.entries(profiles)) for (const part of partsOf(read)) if (!parts.has(part.path)) parts.set(part.path, {
		...part,
		only
	});
	return [...parts.values()];
}
const described = ({ kind, path, name, position }) => ({
	kind,
	path,
	name,
	...position === void 0 ? {} : { place: placed(position) }
});
const placed = ({ file, line, column }) => ({
	file,
	line,
	column
});
/** The share of reached parts, 0 to 1. A configuration without parts is covered. */
function coveredShare({ parts }) {
	return parts.length === 0 ? 1 : parts.filter(({ tests }) => tests.length > 0).length / parts.length;
}
function isReached$1({ about, only }, reached) {
	if (only !== void 0 && only !== reached.profile) return false;
	switch (about.kind) {
		case "rule": return reached.rules.has(about.path);
		case "hook": return reached.hooks.has(about.place);
		case "agent": return reached.agents.has(about.agent);
		case "tool": return reached.calls.some((call) => call.agent === about.agent && isTool(call.tool, about.pattern));
		case "skill": return reached.skills.has(about.skill);
		case "server": return reached.calls.some(({ tool }) => tool.startsWith(`mcp__${about.server}__`));
		case "limit": return reached.agents.has(about.agent) && reached.limits.some((limit) => limit === about.words);
		case "model": return reached.models.has(about.model);
		case "profile": return reached.profile === about.profile;
		case "output": return reached.agents.has(about.agent) && reached.hasOutput;
	}
}
const isTool = (name, pattern) => toolMatcher(pattern)({
	name,
	aliases: []
});

// packages/cli/src/test/coverage/coverage-lines.ts
const NAMES = {
	rule: "rules",
	hook: "hooks",
	agent: "agents",
	tool: "tools",
	skill: "skills",
	server: "servers",
	branch: "branches",
	profile: "profiles"
};
/** The coverage in words: shares by kind, then each part that no test reached, with its place. */
function coverageText(coverage, { root }) {
	const { parts } = coverage;
	const shares = [...new Set(parts.map(({ kind }) => kind))].map((kind) => {
		const all = parts.filter((part) => part.kind === kind);
		return `${NAMES[kind]} ${all.filter(isReached).length}/${all.length}`;
	});
	const missed = parts.filter((part) => !isReached(part));
	const head = `Coverage: ${percent(coverage)} %, ${parts.length - missed.length} of ${parts.length} parts`;
	const rows = missed.map((part) => [
		`  ${placeText(part, root)}`,
		part.kind,
		oneLine(part.name, 100)
	]);
	return [`${head}${shares.length === 0 ? "" : ` (${shares.join(", ")})`}\n`, ...missed.length === 0 ? [] : [`No test reached:\n${table(rows)}`]].join("");
}
const isReached = ({ tests }) => tests.length > 0;
/** The share in percent, rounded down, so that 100 means all. */
const percent = (coverage) => Math.floor(coveredShare(coverage) * 100);
function placeText({ place, path }, root) {
	return place === void 0 ? path : `${relative(root, place.file)}:${place.line}:${place.column}`;
}

// packages/cli/src/test/read-flags.ts
/** Reads a whole number above zero. Throws USAGE_FLAG_NUMBER. */
function readNumber(flag, value) {
	if (value === void 0) return void 0;
	if (!/^[1-9]\d{0,5}$/.test(value)) throw errors$1.USAGE_FLAG_NUMBER({
		flag,
		value
	});
	return Number(value);
}
/** Reads `1/4`. Throws USAGE_FLAG_CONTENT. */
function readShard(value) {
	if (value === void 0) return void 0;
	const [part, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []).slice(1).map(Number);
	if (part === void 0 || of === void 0 || part < 1 || part > of) throw errors$1.USAGE_FLAG_CONTENT({
		flag: "--shard",
		problem: `it is ${value}`,
		expected: "a part and the number of parts, such as 1/4"
	});
	return {
		part,
		of
	};
}

// packages/cli/src/test/read-test-wish.ts
/** Reads the flags. Throws CONFIG_NOT_FOUND and USAGE errors. */
function readTestWish(flags, { io, positionals }) {
	const root = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: flags.cwd
	});
	const file = findConfig(root, flags.config ?? (io.env.LOADOUT_CONFIG || void 0));
	if (file === void 0) throw errors.CONFIG_NOT_FOUND({ cwd: root });
	return {
		flags,
		file,
		root,
		jobs: readNumber("--jobs", flags.jobs) ?? availableParallelism(),
		selection: {
			filter: readFilter(flags.filter, positionals),
			tags: flags.tag,
			shard: readShard(flags.shard),
			isCi: isCi(io.env)
		},
		reporters: flags.reporter.length > 0 ? flags.reporter : defaultReporters(io.env),
		...readCoverage(flags),
		live: flags.live,
		record: readRecord(flags, io.env),
		update: readUpdate(flags, io.env),
		keep: flags.keep
	};
}
/** Reads the text that selects tests. Throws USAGE_FLAGS_TOGETHER, and USAGE_FLAG_CONTENT for an empty one, which selects all. */
function readFilter(flag, [positional]) {
	if (flag !== void 0 && positional !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["filter", "--filter"] });
	const filter = flag ?? positional;
	if (filter?.trim() === "") throw errors$1.USAGE_FLAG_CONTENT({
		flag: flag === void 0 ? "filter" : "--filter",
		problem: "it is empty",
		expected: "a part of the name of a test or of its file"
	});
	return filter;
}
/** Reads `--record`. Throws TEST_CI, because CI must not write what it tests. */
function readRecord(flags, env) {
	const { record = "none" } = flags;
	if (record !== "none" && isCi(env) && !flags["allow-record"]) throw errors$1.TEST_CI({ flag: `--record ${record}` });
	return record;
}
function readUpdate({ update }, env) {
	if (update && isCi(env)) throw errors$1.TEST_CI({ flag: "--update" });
	return update;
}
/** In a step of GitHub, failures also become annotations. */
const defaultReporters = ({ GITHUB_ACTIONS }) => GITHUB_ACTIONS === "true" ? ["pretty", "github"] : ["pretty"];
/** Reads `--coverage` and `--coverage-min 80`, which implies it. */
function readCoverage(flags) {
	const coverageMin = readNumber("--coverage-min", flags["coverage-min"]);
	if (coverageMin !== void 0 && coverageMin > 100) throw errors$1.USAGE_FLAG_CONTENT({
		flag: "--coverage-min",
		problem: `it is ${coverageMin}`,
		expected: "a percentage up to 100"
	});
	return {
		coverage: flags.coverage || coverageMin !== void 0,
		coverageMin
	};
}

// packages/cli/src/test/report/count-tests.ts
function countTests(tests) {
	const of = (status) => tests.filter((test) => test.status === status).length;
	return {
		tests: tests.length,
		passed: of("passed"),
		failed: of("failed"),
		skipped: of("skipped")
	};
}
/** The counts in words: `1 failed, 12 passed, 2 skipped`. */
function countsText({ passed, failed, skipped }) {
	return [
		...failed > 0 ? [`${failed} failed`] : [],
		...passed > 0 ? [`${passed} passed`] : [],
		...skipped > 0 ? [`${skipped} skipped`] : []
	].join(", ") || "no tests";
}
/** The tests by file, in the order in which the files come. */
function byFile({ tests }) {
	const files = /* @__PURE__ */ new Map();
	for (const test of tests) files.set(test.file, [...files.get(test.file) ?? [], test]);
	return files;
}
/** `12 ms`, `1.24 s`, `2 min 5 s`. */
function durationText(ms) {
	if (ms < 1e3) return `${Math.max(1, Math.round(ms))} ms`;
	if (ms < 6e4) return `${(ms / 1e3).toFixed(2)} s`;
	const seconds = Math.round(ms / 1e3);
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

// packages/cli/src/test/report/failure-text.ts
const placeOf = ({ file, line, column }) => `${file}:${line}:${column}`;
/** A failure as plain lines: place and sentence, the lines of the file, what was expected beside what happened, the fix. */
function failureLines(failure, { withFrame = true } = {}) {
	const { message, detail = [], frame, fix, code } = failure;
	return [
		`${placeOf(failure)}  ${code === void 0 ? "" : `${code}: `}${message}`,
		...withFrame && frame !== void 0 ? frame.split("\n") : [],
		...detail.map((line) => `  ${line}`),
		...fix === void 0 ? [] : [`  Fix: ${fix}`]
	].flatMap((line) => printable(line).split("\n"));
}
/** All failures of a test as one text. */
const failuresText = (failures) => failures.map((failure) => failureLines(failure).join("\n")).join("\n\n");

// packages/cli/src/test/report/ctrf-report.ts
/** The report in the Common Test Report Format, with the run of each test under `extra`. */
function ctrfReport(report) {
	const { tests, start, stop, tool } = report;
	const { passed, failed, skipped } = countTests(tests);
	const whole = {
		start: Math.round(start),
		stop: Math.round(stop)
	};
	return {
		reportFormat: "CTRF",
		specVersion: "0.0.0",
		timestamp: new Date(stop).toISOString(),
		generatedBy: `${tool.name} ${tool.version}`,
		results: {
			tool: {
				name: tool.name,
				version: tool.version
			},
			summary: {
				tests: tests.length,
				passed,
				failed,
				pending: 0,
				skipped,
				other: 0,
				flaky: tests.filter(isFlaky).length,
				suites: byFile(report).size,
				...whole,
				duration: whole.stop - whole.start
			},
			tests: tests.map(ctrfTest)
		}
	};
}
/** Whether some runs of a live test failed although the test passed. */
const isFlaky = ({ status, repeats }) => status === "passed" && repeats !== void 0 && repeats.passed < repeats.runs;
function ctrfTest(test) {
	const { name, status, durationMs, start, file, line, tags, skipped, failures, kind, repeats } = test;
	const began = Math.round(start);
	const [first] = failures;
	const message = status === "skipped" ? skipped : first?.message;
	return {
		name,
		status,
		duration: Math.round(durationMs),
		start: began,
		stop: began + Math.round(durationMs),
		suite: [file],
		filePath: file,
		line: first?.line ?? line,
		type: kind,
		...tags.length > 0 ? { tags } : {},
		...message === void 0 ? {} : { message },
		...failures.length > 0 ? { trace: failuresText(failures) } : {},
		...repeats === void 0 ? {} : { flaky: isFlaky(test) },
		extra: extraOf(test)
	};
}
/** The parts of a run that a viewer shows. Events are left out: the JSON report has them. */
function extraOf({ failures, run, repeats, line, column }) {
	const { outcome, usage, calls } = run ?? {};
	return {
		line,
		column,
		outcome,
		usage,
		calls: calls?.map(({ tool, input, agent, state, by }) => ({
			tool,
			input,
			agent,
			state,
			by
		})),
		failures: failures.map(({ path, message, expected, actual, ...place }) => {
			const { file, line: at, column: of } = place;
			return {
				path: path.join("."),
				message,
				expected,
				actual,
				file,
				line: at,
				column: of
			};
		}),
		repeats
	};
}

// packages/cli/src/test/report/github-summary.ts
/** GitHub takes 1 MiB for a step, and nothing of a longer summary. */
const MOST_SUMMARY_BYTES = 1048576;
const CUT = "\n\nThe summary is cut here: a step has room for 1 MiB.\n";
/** The report as Markdown: the counts, each failure, a table of all tests. Cut at whole parts, so that it fits. */
function githubSummary(report, { mostBytes }) {
	const counts = countTests(report.tests);
	const failed = report.tests.filter(({ status }) => status === "failed");
	return fitted([
		`### ${counts.failed > 0 ? "❌" : "✅"} loadout test: ${countsText(counts)} in ${durationText(report.stop - report.start)}\n`,
		...failed.map(failedPart),
		"\n| | Test | Place | Time |\n| --- | --- | --- | --: |\n",
		...report.tests.map(row),
		"\n"
	], mostBytes);
}
function fitted(parts, mostBytes) {
	const most = mostBytes - Buffer.byteLength(CUT);
	let text = "";
	let bytes = 0;
	for (const part of parts) {
		bytes += Buffer.byteLength(part);
		if (bytes > most) return most <= 0 ? "" : `${text}${CUT}`;
		text += part;
	}
	return text;
}
function failedPart(test) {
	const text = printable(failuresText(test.failures));
	const fence = "`".repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length + 1)));
	return `\n<details open><summary>${html(oneLine(test.name, 200))}</summary>\n\n${fence}text\n${text}\n${fence}\n\n</details>\n`;
}
const MARKS = {
	passed: "✅",
	failed: "❌",
	skipped: "⏭️"
};
function row(test) {
	const side = test.status === "skipped" ? cell(`skipped: ${test.skipped ?? ""}`) : durationText(test.durationMs);
	return `| ${MARKS[test.status]} | ${cell(test.name)} | ${cell(placeOf(test))} | ${side} |\n`;
}
const html = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const cell = (text) => html(oneLine(text, 200)).replace(/[\\|`*_[\]]/g, "\\$&");

// packages/cli/src/test/report/github-reporter.ts
/** GitHub shows ten errors of a step; the rest stays in the summary. */
const MOST_ERRORS = 10;
/** Prints annotations at the lines of the failures, and appends a table of all tests to the summary of the step. */
function githubReporter(io) {
	return { end: (report) => {
		for (const line of annotations(report, io)) io.out(`${line}\n`);
		const file = io.env.GITHUB_STEP_SUMMARY;
		if (file) appendSummary(file, githubSummary(report, { mostBytes: roomIn(file) }), io);
	} };
}
/** The workflow commands: the first failure of each test, then further ones, as many as are shown. */
function annotations(report, { env }) {
	const failed = report.tests.filter((test) => test.status === "failed");
	const first = failed.flatMap((test) => test.failures.slice(0, 1).map((failure) => ({
		test,
		failure
	})));
	const further = failed.flatMap((test) => test.failures.slice(1).map((failure) => ({
		test,
		failure
	})));
	const base = env.GITHUB_WORKSPACE || report.root;
	return [...first, ...further].slice(0, MOST_ERRORS).map((one) => annotation(one, resolveFrom(base, report.root)));
}
/** Returns a function that writes a file of the report as GitHub knows it: relative to the checked-out repository. */
const resolveFrom = (base, root) => (file) => {
	const inside = relative(base, resolve(root, file)).replaceAll("\\", "/");
	return inside.startsWith("../") ? file : inside;
};
function annotation({ test, failure }, pathOf) {
	const [, ...rest] = failureLines(failure, { withFrame: false });
	const message = [failure.message, ...rest].map(printable).join("\n");
	const properties = {
		file: pathOf(failure.file),
		line: failure.line,
		col: failure.column,
		title: `loadout test: ${test.name}`
	};
	return `::error ${Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`).join(",")}::${data(message)}`;
}
const data = (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text) => data(printable(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
/** Earlier parts of the step may have written to the summary. */
function roomIn(file) {
	try {
		return MOST_SUMMARY_BYTES - statSync(file).size;
	} catch {
		return MOST_SUMMARY_BYTES;
	}
}
function appendSummary(file, text, io) {
	try {
		appendFileSync(file, text);
	} catch (error) {
		io.err(`note: the summary of the step could not be written: ${printable(messageOf(error))}\n`);
	}
}

// packages/cli/src/test/report/junit-xml.ts
/** The report as JUnit XML: one suite for each file, with the file and line of each test. */
function junitXml(report) {
	const suites = [...byFile(report)].map(([file, tests]) => suiteXml(file, tests, report.start));
	const seconds = (report.stop - report.start) / 1e3;
	return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {
		name: report.tool.name,
		...counted(report.tests),
		time: seconds.toFixed(3)
	}, suites, 0)}\n`;
}
function suiteXml(file, tests, start) {
	const begun = Math.min(...tests.map((test) => test.start), Number.POSITIVE_INFINITY);
	const timestamp = new Date(Number.isFinite(begun) ? begun : start).toISOString().slice(0, 19);
	const seconds = tests.reduce((all, { durationMs }) => all + durationMs, 0) / 1e3;
	return element("testsuite", {
		name: file,
		timestamp,
		...counted(tests),
		time: seconds.toFixed(3),
		file
	}, tests.map(caseXml), 1);
}
/** A test that could not run is an error; a test whose expectation does not hold is a failure. */
const isError = ({ failures }) => failures.some(({ code }) => code !== void 0);
function counted(tests) {
	const { tests: all, failed, skipped } = countTests(tests);
	const broken = tests.filter((test) => test.status === "failed" && isError(test)).length;
	return {
		tests: all,
		failures: failed - broken,
		errors: broken,
		skipped
	};
}
function caseXml(test) {
	const { name, file, line, durationMs, status, skipped } = test;
	const attributes = {
		classname: file.replace(/\.(?:ya?ml|json|[mc]?[jt]s)$/, "").replaceAll("/", "."),
		name,
		file,
		line,
		time: (durationMs / 1e3).toFixed(3)
	};
	if (status === "skipped") return element("testcase", attributes, [element("skipped", { message: skipped ?? "" }, [], 3)], 2);
	return element("testcase", attributes, status === "failed" ? [failureXml(test)] : [], 2);
}
function failureXml(test) {
	const { failures } = test;
	const [first] = failures;
	const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : "";
	const attributes = {
		message: `${first?.message ?? "The test failed."}${more}`,
		type: first?.code ?? first?.path.join(".") ?? "failure"
	};
	const text = escaped(failuresText(failures));
	return `${"  ".repeat(3)}<${isError(test) ? "error" : "failure"}${attributesXml(attributes)}>${text}</${isError(test) ? "error" : "failure"}>`;
}
function element(name, attributes, children, depth) {
	const indent = "  ".repeat(depth);
	const open = `${indent}<${name}${attributesXml(attributes)}`;
	return children.length === 0 ? `${open}/>` : `${open}>\n${children.join("\n")}\n${indent}</${name}>`;
}
const attributesXml = (attributes) => Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value)).replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)}"`).join("");
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;"
};
/** Characters that XML 1.0 cannot hold, not even as an entity: controls, halves of a pair, and the two that are no characters. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const escaped = (text) => text.replace(FORBIDDEN, "�").replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

// packages/cli/src/test/report/pretty-reporter.ts
/** Above this number, tests that pass are counted and not named. */
const MOST_NAMED = 30;
/** Failures of one test that are shown whole. */
const MOST_SHOWN = 5;
const NAME_WIDTH = 60;
/** Prints names and durations, then each failure with its lines of the file. */
var PrettyReporter = class {
	#io;
	#paint;
	#total = 0;
	#ended = 0;
	constructor(io) {
		this.#io = io;
		this.#paint = io.isTerminal && !io.env.NO_COLOR ? painted : plain;
	}
	start(total) {
		this.#total = total;
		this.#ended = 0;
	}
	result() {
		this.#ended += 1;
		if (this.#io.isTerminal) this.#io.err(`\r${this.#paint("dim", `${this.#ended}/${this.#total}`)}\x1b[K`);
	}
	end(report) {
		if (this.#io.isTerminal) this.#io.err("\r\x1B[K");
		const counts = countTests(report.tests);
		for (const [file, tests] of byFile(report)) this.#tellFile(file, tests, counts.tests <= MOST_NAMED);
		for (const test of report.tests) if (test.status === "failed") this.#tellFailed(test);
		if (report.coverage !== void 0) this.#out(`\n${coverageText(report.coverage, report)}`);
		const style = counts.failed > 0 ? "red" : "green";
		this.#out(`\n${this.#paint(style, countsText(counts))} in ${durationText(report.stop - report.start)}\n`);
	}
	#out(text) {
		this.#io.out(this.#io.env.GITHUB_ACTIONS === "true" ? withoutCommands(text) : text);
	}
	#tellFile(file, tests, isNamed) {
		const { passed } = countTests(tests);
		const quiet = isNamed || passed === 0 ? "" : `  ${this.#paint("green", "✓")} ${passed} passed`;
		this.#out(`${this.#paint("bold", oneLine(file, 200))}${quiet}\n`);
		const shown = tests.filter(({ status }) => isNamed || status !== "passed");
		const width = Math.min(NAME_WIDTH, Math.max(0, ...shown.map(({ name }) => oneLine(name, NAME_WIDTH).length)));
		for (const test of shown) this.#out(`${this.#line(test, width)}\n`);
	}
	#line(test, width) {
		const mark = {
			passed: this.#paint("green", "✓"),
			failed: this.#paint("red", "✗"),
			skipped: this.#paint("yellow", "-")
		};
		const name = oneLine(test.name, NAME_WIDTH).padEnd(width);
		return `  ${mark[test.status]} ${name}  ${this.#paint("dim", sideOf(test))}`.trimEnd();
	}
	#tellFailed(test) {
		const shown = test.failures.slice(0, MOST_SHOWN);
		const more = test.failures.length - shown.length;
		const columns = this.#io.isTerminal ? (this.#io.columns ?? 0) - INDENT.length : 0;
		this.#out(`\n${this.#paint("red", "✗")} ${this.#paint("bold", oneLine(test.name, 200))}\n`);
		const blocks = shown.map((failure) => sideBySide(failureLines(failure), columns).map(indented).join("\n"));
		this.#out(`${blocks.join("\n\n")}\n`);
		if (more > 0) this.#out(`  … ${more} more ${more === 1 ? "failure" : "failures"}\n`);
		if (test.again !== void 0) this.#out(`  Run it alone: ${oneLine(test.again, 300)}\n`);
	}
};
/** GitHub reads commands in the output of a step, also behind blanks. The text of a model is none. */
const withoutCommands = (text) => text.replace(/^(\s*):(?=:)/gm, "$1\\:").replaceAll("##[", "#\\#[");
const INDENT = "  ";
const indented = (line) => line === "" ? "" : `${INDENT}${line}`;
function sideOf({ status, skipped, durationMs, repeats }) {
	if (status === "skipped") return `skipped: ${oneLine(skipped ?? "no reason", 160)}`;
	return `${repeats === void 0 ? "" : `${repeats.passed}/${repeats.runs} runs, pass^${repeats.k} ${share(repeats.passAll)}, `}${votesText(repeats)}${durationText(durationMs)}`;
}
/** The votes of the judge over all runs. A yes by few votes is a test that may turn. */
function votesText({ judgements = [] } = {}) {
	const votes = judgements.flatMap((one) => one.votes);
	return votes.length === 0 ? "" : `${votes.filter(({ verdict }) => verdict === "pass").length}/${votes.length} votes, `;
}
const share = (value) => `${(value * 100).toFixed(0)} %`;

// packages/cli/src/test/report/redacted-report.ts
/** Returns the report without secrets in any text, before a format escapes characters and hides a secret from the search. */
function redactedReport(report, redact) {
	return redacted(report, redact);
}
function redacted(value, redact) {
	if (typeof value === "string") return redact(value);
	if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redacted(item, redact)]));
}

// packages/cli/src/test/report/reporter-of.ts
const REPORTERS = [
	"pretty",
	"json",
	"junit",
	"ctrf",
	"github"
];
/** Formats of one document, which goes to a file or to standard output. */
const DOCUMENTS = {
	json: (report) => `${printableJson(report, 2)}\n`,
	junit: junitXml,
	ctrf: (report) => `${printableJson(ctrfReport(report), 2)}\n`
};
/**
* Returns the reporter of a flag: `pretty`, `json`, `junit=FILE`, `ctrf=FILE` or `github`. A document without a file is printed.
* Throws USAGE_FLAG_CHOICE or USAGE_FLAG_NO_VALUE.
*/
function reporterOf(given, io) {
	const [, name = "", file] = /^([^=]*)(?:=([\s\S]*))?$/.exec(given) ?? [];
	const format = Object.hasOwn(DOCUMENTS, name) ? DOCUMENTS[name] : void 0;
	if (format !== void 0) return redacting(documentReporter(format, {
		file,
		io
	}), io);
	if (name !== "pretty" && name !== "github") {
		const problem = {
			flag: "--reporter",
			value: given,
			nearest: nearest(name, REPORTERS),
			choices: CHOICES
		};
		throw errors$1.USAGE_FLAG_CHOICE(problem);
	}
	if (file !== void 0) throw errors$1.USAGE_FLAG_NO_VALUE({
		flag: `--reporter ${name}`,
		value: file
	});
	return redacting(name === "pretty" ? new PrettyReporter(io) : githubReporter(io), io);
}
const CHOICES = [
	"pretty",
	"json",
	"json=FILE",
	"junit=FILE",
	"ctrf=FILE",
	"github"
];
function documentReporter(format, { file, io }) {
	if (file === "") throw errors$1.USAGE_FLAG_VALUE({ label: "--reporter NAME=FILE" });
	return { end: (report) => {
		if (file === void 0) io.out(format(report));
		else writeReport(resolve(io.cwd, file), format(report));
	} };
}
/** Writes a report that others may read, such as the next step of a build. */
function writeReport(file, text) {
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	} catch (error) {
		throw errors$1.REPORT_NOT_WRITTEN({
			file,
			problem: messageOf(error)
		}, { cause: error });
	}
}
function redacting(reporter, { redact }) {
	if (redact === void 0) return reporter;
	return {
		start: (total) => reporter.start?.(total),
		result: (result) => reporter.result?.(result),
		end: (report) => reporter.end(redactedReport(report, redact))
	};
}

// packages/cli/src/test/check-row.ts
/** Compares a decision with its row. */
function checkRow(row, decided) {
	const { agent, tool, rule } = decided;
	return {
		decision: {
			agent,
			tool,
			rule
		},
		failures: failuresIn(row, decided)
	};
}
/** Compares the decider and the reason only if the decision is the expected one, since they follow from it. */
function failuresIn(row, decided) {
	const wrong = behaviorOf(row, decided);
	return wrong.length > 0 ? wrong : [...deciderOf(row, decided), ...reasonOf(row, decided)];
}
/** Two lines: the steps of the decision, and its reason with the rule's place. */
const detailOf$1 = ({ steps, reason }) => [steps, reason];
function behaviorOf({ is }, decided) {
	const { behavior, shown } = decided;
	if (behavior === is) return [];
	return [{
		path: ["is"],
		message: `${shown} is ${behavior}, expected ${is}`,
		expected: is,
		actual: behavior,
		detail: detailOf$1(decided)
	}];
}
function deciderOf({ by: expected }, decided) {
	const { by, shown } = decided;
	if (expected === void 0 || by.includes(normalPath(expected))) return [];
	const actual = by.join(" ");
	return [{
		path: ["by"],
		message: `${shown} is decided by ${actual}, expected ${expected}`,
		expected,
		actual,
		detail: detailOf$1(decided)
	}];
}
function reasonOf({ reason: expected }, { reason, shown }) {
	if (expected === void 0 || textMatches(reason, expected)) return [];
	const wanted = typeof expected === "string" ? expected : JSON.stringify(expected);
	return [{
		path: ["reason"],
		message: `The reason for ${shown} is another`,
		expected: wanted,
		actual: reason
	}];
}
function textMatches(text, match) {
	if (typeof match === "string") return text.includes(match);
	const { equals, contains, matches, lacks } = match;
	const all = (list, test) => [list ?? []].flat().every(test);
	return (equals === void 0 || text === equals) && all(contains, (one) => text.includes(one)) && all(matches, (one) => new RegExp(one).test(text)) && all(lacks, (one) => !text.includes(one));
}

// packages/cli/src/test/decide-row.ts
/** Decides the call of a row. Throws TOOL_UNKNOWN for a tool that no plugin has, SUBAGENT_UNKNOWN, TOOL_INPUT_INVALID. */
async function decideRow(row, { agent, name, planned }) {
	const { callText } = await import("@loadout/testing");
	const asked = row.via === void 0 ? agent : agent.subagent(name);
	const all = agent.spec.poolFor({
		allowed: void 0,
		disallowed: []
	}, []);
	const { tool, input } = callOf(row, all);
	const about = {
		agent: name,
		tool: all.get(tool)?.name ?? tool,
		shown: typeof row.call === "string" ? row.call : callText({
			tool,
			input,
			state: "done"
		})
	};
	try {
		const { behavior, reason, rule, trace } = await asked.explain(tool, input);
		const steps = trace.map(({ what, outcome }) => `${what}: ${outcome}`).join(" · ");
		return {
			...about,
			behavior,
			reason,
			steps,
			...namesOf(rule, planned)
		};
	} catch (error) {
		if (!isLoadoutError(error) || error.code !== "TOOL_UNKNOWN" || all.get(tool) === void 0) throw error;
		return {
			...about,
			behavior: "deny",
			...withoutTool({
				agent,
				name,
				planned
			}, about.tool)
		};
	}
}
/** A rule without a specifier removes the tool, so no call of it is decided. */
function withoutTool({ agent, name, planned }, tool) {
	const own = agent.spec.plan.agents[name]?.permissions.rules ?? [];
	const rule = [...agent.spec.permissions.rules, ...own].find((one) => one.behavior === "deny" && one.specifier === void 0 && toolMatcher(one.tool)({
		name: tool,
		aliases: []
	}));
	return {
		...rule === void 0 ? { by: ["tools"] } : namesOf(rule, planned),
		reason: `${name} has no tool ${tool}.`,
		steps: `tools: no ${tool}`
	};
}
function namesOf(rule, { pathOf }) {
	if (rule === void 0) return { by: ["mode"] };
	const path = rule.position === void 0 ? void 0 : pathOf(rule.position);
	return {
		by: path === void 0 ? [ruleText(rule)] : [path, ruleText(rule)],
		rule: path
	};
}
function callOf({ call }, pool) {
	if (typeof call === "string") return readCall(call, pool);
	const [tool = "", input = {}] = Object.entries(call)[0] ?? [];
	return {
		tool,
		input
	};
}

// packages/cli/src/test/play-table.ts
/** Decides the calls of a permission table. No model is asked, no hook runs, and each agent is prepared once. */
async function playTable(parts) {
	const groups = /* @__PURE__ */ new Map();
	for (const row of (parts.test.spec.permissions ?? []).entries()) {
		const key = JSON.stringify([starterOf(row, parts), row[1].mode]);
		groups.set(key, [...groups.get(key) ?? [], row]);
	}
	const played = (await Promise.all([...groups.values()].map((group) => playGroup(group, parts)))).flat();
	played.sort((a, b) => a.index - b.index);
	return {
		failures: played.flatMap(({ failures }) => failures),
		decisions: played.flatMap(({ decision }) => decision ?? [])
	};
}
const starterOf = ([, { via, agent }], { test, planned }) => via ?? agent ?? test.spec.agent ?? onlyAgent(planned.plan);
/** Rows of one agent in one mode. */
async function playGroup(rows, parts) {
	const [first] = rows;
	if (first === void 0) return [];
	const { test, planned, ground, env } = parts;
	const { mode } = first[1];
	return withAgent(planned.plan, {
		agent: starterOf(first, parts),
		env: environmentOf({
			test,
			ground,
			env
		}),
		ledger: false,
		...mode === void 0 ? {} : {
			permissions: { mode },
			allowBypass: true
		},
		use: async (agent) => {
			const played = [];
			for (const [index, row] of rows) {
				const name = row.via === void 0 ? agent.name : row.agent ?? test.spec.agent ?? agent.name;
				played.push(await playRow(index, async () => checkRow(row, await decideRow(row, {
					agent,
					name,
					planned
				}))));
			}
			return played;
		}
	});
}
async function playRow(index, check) {
	const below = (path) => [
		"permissions",
		index,
		...path
	];
	try {
		const { failures, decision } = await check();
		return {
			index,
			decision,
			failures: failures.map((failure) => ({
				...failure,
				path: below(failure.path)
			}))
		};
	} catch (error) {
		if (!isLoadoutError(error)) throw error;
		const message = error.fix === void 0 ? error.message : `${error.message} ${error.fix}`;
		return {
			index,
			failures: [{
				path: below(["call"]),
				message
			}]
		};
	}
}

// packages/cli/src/test/play-test.ts
/** Plays one test. Contract: never rejects for a failure of the test. */
async function playTest(test, room) {
	const start = Date.now();
	const about = {
		...describe(test, room),
		start
	};
	const skipped = reasonToSkip(test, room);
	if (skipped !== void 0) return {
		...about,
		status: "skipped",
		skipped,
		durationMs: 0,
		failures: []
	};
	const { failures, ...told } = await outcomeOf(test, room);
	const status = told.skipped !== void 0 ? "skipped" : failures.length === 0 ? "passed" : "failed";
	const placed = failures.map((failure) => placedFailure(failure, {
		test,
		room
	}));
	return {
		...about,
		...told,
		status,
		durationMs: Date.now() - start,
		failures: placed
	};
}
/** The fields of a result that are known before the test is played. */
function describe({ name, file, position, spec }, { root, profile: common }) {
	const { line, column } = position;
	const place = {
		file: shownFile(file, root),
		line,
		column
	};
	const profile = spec.profile ?? common;
	return {
		name,
		...place,
		kind: kindOf(spec),
		tags: spec.tags ?? [],
		profile,
		again: commandOfTest({ name })
	};
}
const reasonToSkip = ({ spec: { skip, live } }, room) => skip ?? (live === true && !room.live ? "runs against the real model, with --live" : void 0);
function kindOf({ permissions, live, model }) {
	if (permissions !== void 0) return "permissions";
	if (live === true) return "live";
	return model?.cassette === void 0 ? "script" : "cassette";
}
/** The problems of a configuration that cannot be read as the test wants it, or the beginning of the stack of a fault. */
async function detailOf(error, { root }) {
	if (!isLoadoutError(error)) return error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 6) : void 0;
	if (!("problems" in error) || !Array.isArray(error.problems)) return void 0;
	const { renderDiagnostics } = await import("@loadout/config");
	return renderDiagnostics(error.problems, { cwd: root }).split("\n");
}
async function outcomeOf(test, room) {
	try {
		return await playAs(kindOf(test.spec), test, room);
	} catch (error) {
		return { failures: [{
			path: [],
			detail: await detailOf(error, room),
			...problemOf(error)
		}] };
	}
}
async function playAs(kind, test, room) {
	if (kind === "live") return (await import("./play-live-DUBRbA90.js")).playLive(test, room);
	if (kind === "permissions") return playTable({
		test,
		env: room.env,
		...await prepareRun(test, room)
	});
	return isRecorded(test, {
		record: room.record,
		folder: room.configDir
	}) ? recordOnce(test, room) : playOnce(test, room);
}

// packages/cli/src/test/run-tests.ts
/** Plays the tests, several at once. Results are reported in the order of the tests. Ends early when the signal aborts. */
async function runTests(tests, { room, jobs, onResult }) {
	const start = Date.now();
	const results = tests.map(() => void 0);
	let next = 0;
	let told = 0;
	const work = async () => {
		while (next < tests.length && !room.signal.aborted) {
			const index = next++;
			const test = tests[index];
			if (test === void 0) return;
			results[index] = await playTest(test, room);
			for (let ready = results[told]; ready !== void 0; ready = results[told]) {
				told += 1;
				onResult(ready);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(jobs, tests.length) }, work));
	const ended = results.filter((result) => result !== void 0);
	return {
		tool: {
			name: "loadout",
			version: version()
		},
		start,
		stop: Date.now(),
		root: room.root,
		tests: ended
	};
}

// packages/cli/src/test/test-once.ts
/** Reads and plays the selected tests once, and reports them. With `update`, writes the calls that happened into the tests. */
const testOnce = (wish, around) => inRoom(wish, around, async (open) => {
	const report = await played(wish, open, around);
	if (wish.update) await (await import("./update-calls-DZd1r_uC.js")).updateCalls(open.tests, report, around.io);
	return {
		report,
		watched: watchedBy(wish, open)
	};
});
async function played(wish, { room, loaded, tests }, { io }) {
	const { env, isTerminal, columns } = io;
	const redact = (text) => io.redact?.(text) ?? text;
	const sink = {
		out: io.out.bind(io),
		err: io.tell.bind(io),
		env,
		isTerminal,
		columns,
		cwd: wish.root,
		redact
	};
	const reporters = wish.reporters.map((name) => reporterOf(name, sink));
	for (const reporter of reporters) reporter.start?.(tests.length);
	const onResult = (result) => {
		for (const reporter of reporters) reporter.result?.(result);
	};
	const all = await runTests(tests, {
		room,
		jobs: wish.jobs,
		onResult
	});
	const report = wish.coverage ? {
		...all,
		coverage: await coverageIn(all.tests, {
			room,
			loaded,
			tests
		})
	} : all;
	for (const reporter of reporters) await reporter.end(report);
	return report;
}
/** The coverage of the configuration, and of the parts that it has with the profiles of tests that ran. */
async function coverageIn(results, { room, loaded, tests }) {
	const profiles = {};
	for (const result of results) {
		const profile = reachedBy(result)?.profile;
		const test = tests.find(({ spec }) => (spec.profile ?? room.profile) === profile);
		if (profile !== void 0 && test !== void 0) profiles[profile] ??= await room.plans.load(void 0, {
			...test.spec,
			profile
		});
	}
	return coverageOf({
		loaded,
		results,
		profiles
	});
}
function watchedBy({ file }, { loaded, files, tests }) {
	const named = tests.flatMap(({ file: of, spec: { model } }) => [
		model?.script,
		model?.cassette,
		...Object.values(model?.agents ?? {})
	].flatMap((one) => typeof one === "string" ? [resolve(dirname(of), one)] : []));
	const folders = tests.flatMap(({ file: of, spec }) => spec.workspace?.dir === void 0 ? [] : [resolve(dirname(of), spec.workspace.dir)]);
	return {
		files: [.../* @__PURE__ */ new Set([
			file,
			...loaded.files,
			...files,
			...named
		])],
		folders: [...new Set(folders)]
	};
}

// packages/cli/src/commands/test.ts
const execute = async ({ positionals, flags }, io) => {
	const session = flags["from-session"];
	if (flags.write !== void 0 && session === void 0) throw errors$1.USAGE_FLAG_ALONE({
		flag: "--write",
		needs: "--from-session"
	});
	const wish = readTestWish(flags, {
		io,
		positionals
	});
	const controller = new AbortController();
	const interrupts = onInterrupt(io, () => controller.abort());
	const around = {
		io,
		signal: controller.signal
	};
	try {
		if (session !== void 0) {
			const { writeFromSession } = await import("./write-from-session-DFaUstkK.js");
			return await writeFromSession(wish, {
				...around,
				session,
				write: flags.write
			});
		}
		if (flags.stale) return await (await import("./list-stale-AVtTCvcG.js")).listStale(wish, around) > 0 ? 1 : 0;
		const code = flags.watch ? await watch$1(wish, around) : codeOf((await testOnce(wish, around)).report, {
			wish,
			io
		});
		return controller.signal.aborted ? interrupts.exitCode ?? exitCodeOf("interrupted") : code;
	} finally {
		interrupts.release();
	}
};
/** Runs the tests after each change, until an interrupt. */
async function watch$1(wish, around) {
	const { nextChange } = await import("./watch-files-q4XjjfyU.js");
	let watched = {
		files: [wish.file],
		folders: []
	};
	while (!around.signal.aborted) {
		try {
			({watched} = await testOnce(wish, around));
		} catch (error) {
			await tellFailure(error, around.io);
		}
		if (around.signal.aborted) break;
		around.io.tell("Waiting for a change. Ctrl+C ends it.\n");
		await nextChange(watched, around.signal);
	}
	return 0;
}
const codeOf = (report, around) => report.tests.some(({ status }) => status === "failed") || isUncovered(report, around) ? 1 : 0;
/** Says that the tests reach too little, if a share was asked for. */
function isUncovered({ coverage }, { wish, io }) {
	const { coverageMin } = wish;
	if (coverage === void 0 || coverageMin === void 0 || coveredShare(coverage) * 100 >= coverageMin) return false;
	io.tell(`The tests reach ${percent(coverage)} % of the parts, expected at least ${coverageMin} % (--coverage-min).\n`);
	return true;
}

export { execute };