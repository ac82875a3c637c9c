import { t as errors$2 } from "./errors-CdFutMww.js";
import { n as poolWithServers, r as unknownTools, t as knownServers } from "./known-servers-B6g37Nms.js";
import { n as withAgent, t as noModel } from "./ready-agent-C32vbdcT.js";
import { n as lacksSandboxPackage, t as SANDBOX_PACKAGE } from "./sandbox-package-ySzGysr_.js";
import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { l as carefulWith, u as runsRepositoryCode } from "./settle-trust-COPkQTMd.js";
import { relative } from "node:path";
import { isLoadoutError, nearest, ruleText } from "@loadout/core";
import { loadTests, renderDiagnostics } from "@loadout/config";
import { errors as errors$1 } from "@loadout/runner";

// packages/cli/src/load/check-agents.ts
/** Prepares each agent as a run would, without a call to a model: plugins load, hooks are built, a model is chosen. */
async function checkAgents({ plan, trust }, io) {
	const { env } = io;
	const unknownServers = /* @__PURE__ */ new Set();
	const found = /* @__PURE__ */ new Map();
	const tools = /* @__PURE__ */ new Set();
	for (const name of Object.keys(plan.agents)) {
		const report = reporter(plan, {
			name,
			found
		});
		const { sandbox } = plan.agents[name] ?? {};
		if (sandbox !== void 0 && lacksSandboxPackage(plan)) report({
			...partsOf(errors$2.SANDBOX_PACKAGE_MISSING({
				agent: name,
				use: SANDBOX_PACKAGE,
				required: sandbox.required
			})),
			severity: "warning"
		});
		try {
			const servers = await knownServers({
				plan,
				trust
			}, {
				agent: name,
				io
			});
			for (const key of servers.unknown) unknownServers.add(key);
			const inspection = {
				name,
				env,
				report,
				tools,
				servers
			};
			await inspect(plan, inspection).catch((error) => {
				if (!isLoadoutError(error) || error.code !== "MODEL_NONE") throw error;
				report({
					...partsOf(error),
					severity: "warning"
				});
				return inspect(plan, {
					...inspection,
					model: noModel
				});
			});
		} catch (error) {
			if (!isLoadoutError(error)) throw error;
			report({
				...partsOf(error),
				severity: "error"
			});
		}
	}
	return {
		problems: [...found.values()],
		tools,
		unknownServers: [...unknownServers]
	};
}
async function inspect(plan, { name, env, report, tools, servers, model }) {
	await withAgent(plan, {
		agent: name,
		env,
		model,
		use: (agent) => {
			const { notices, unserved } = agent;
			const pool = poolWithServers(agent, servers);
			for (const tool of pool.tools) tools.add(tool.name);
			for (const message of notices) report({
				code: "PLUGIN_LEFT_OUT",
				message,
				severity: "warning"
			});
			for (const { tool, service } of unserved) report({
				code: "SERVICE_MISSING",
				message: `The tool ${tool} needs the service ${service}, which no plugin offers. Calls of the tool will fail.`,
				fix: `Add the plugin that offers ${service}.`,
				severity: "warning"
			});
			for (const { kind, message } of pool.notes) if (kind !== "removed") report({
				code: "TOOL_UNKNOWN",
				message,
				severity: "warning"
			});
		}
	});
}
/** Reports each problem once, even if every agent has it. */
function reporter(plan, { name, found }) {
	const position = plan.agents[name]?.position;
	return (problem) => {
		const at = problem.position ?? position;
		const key = [
			problem.code,
			problem.message,
			at?.file,
			at?.line
		].join("\0");
		found.set(key, {
			...problem,
			path: `agents.${name}`,
			...at === void 0 ? {} : { position: at }
		});
	};
}
const partsOf = ({ code, message, fix, position }) => ({
	code,
	message,
	...fix === void 0 ? {} : { fix },
	...position === void 0 ? {} : { position }
});

// packages/cli/src/load/check-tests.ts
/** The problems of the tests, and tests of agents that do not exist. */
async function testProblems({ plan }) {
	if (plan.configFile === void 0) return [];
	try {
		const { tests } = await loadTests(plan.configFile);
		return tests.flatMap((test) => unknownAgents(test, Object.keys(plan.agents)));
	} catch (error) {
		return problemsOf(error) ?? [];
	}
}
function unknownAgents({ spec, at, frame }, available) {
	const rows = spec.permissions ?? [];
	return [
		{
			name: spec.agent,
			path: ["agent"]
		},
		...rows.flatMap((row, index) => row.via === void 0 ? [{
			name: row.agent,
			path: [
				"permissions",
				index,
				"agent"
			]
		}] : []),
		...rows.map((row, index) => ({
			name: row.via,
			path: [
				"permissions",
				index,
				"via"
			]
		}))
	].flatMap(({ name, path }) => {
		if (name === void 0 || available.includes(name)) return [];
		const { code, message, fix } = errors$1.AGENT_UNKNOWN({
			name,
			nearest: nearest(name, available),
			available
		});
		const position = at(path);
		const lines = frame(position);
		return [{
			code,
			message,
			path: path.join("."),
			severity: "error",
			position,
			...lines === void 0 ? {} : { frame: lines },
			...fix === void 0 ? {} : { fix }
		}];
	});
}
/** The problems of a configuration. Its error carries all of them. */
function problemsOf(error) {
	if (!isLoadoutError(error) || /^(?:TRUST|LOCK)_/.test(error.code)) return void 0;
	if ("problems" in error && Array.isArray(error.problems)) return error.problems;
	const { code, message, fix, position } = error;
	return [{
		code,
		message,
		path: "",
		severity: "error",
		...fix === void 0 ? {} : { fix },
		...position === void 0 ? {} : { position }
	}];
}

// packages/cli/src/commands/check.ts
const execute = async ({ flags }, io) => {
	const { loaded, checked, problems: found } = await findProblems(flags, io);
	const problems = flags.strict === true ? found.map((one) => ({
		...one,
		severity: "error"
	})) : found;
	const ok = !problems.some((problem) => problem.severity === "error");
	const { unknownServers } = checked;
	if (flags.json) io.out(`${printableJson({
		ok,
		problems,
		...unknownServers.length === 0 ? {} : { unknownServers }
	}, 2)}\n`);
	else {
		io.out(renderDiagnostics(problems, { cwd: io.cwd }));
		if (problems.length > 0) io.out("\n");
		for (const rule of loaded === void 0 ? [] : rulesOf(loaded)) io.tell(`note: ${printable(carefulWith(rule))}\n`);
		for (const key of unknownServers) io.tell(`note: ${printable(unknownTools(key))}\n`);
		io.out(`${ok && loaded !== void 0 ? allWell(loaded, {
			checked,
			cwd: io.cwd
		}) : bad(problems)}\n`);
	}
	return ok ? 0 : 2;
};
/**
* The rules that run repository code. They are shown here and when trust is asked for, but not at each run, because they are
* everyday work.
*/
function rulesOf({ plan }) {
	const texts = [...[plan.permissions, ...Object.values(plan.agents).map((agent) => agent.permissions)].flatMap(({ rules }) => rules), ...Object.values(plan.waiting?.rules ?? {}).flat()].filter(({ behavior, layer }) => behavior === "allow" && layer !== "user").map(ruleText);
	return [...new Set(texts)].filter(runsRepositoryCode);
}
async function findProblems(flags, io) {
	const nothing = {
		problems: [],
		tools: /* @__PURE__ */ new Set(),
		unknownServers: []
	};
	try {
		const loaded = await loadWhole(flags, {
			io,
			wish: { keepParams: true }
		});
		const checked = await checkAgents(loaded, io);
		return {
			loaded,
			checked,
			problems: [
				...loaded.warnings,
				...checked.problems,
				...await testProblems(loaded)
			]
		};
	} catch (error) {
		const problems = problemsOf(error);
		if (problems === void 0) throw error;
		return {
			checked: nothing,
			problems
		};
	}
}
function allWell({ plan }, { checked, cwd }) {
	return `${relative(cwd, plan.configFile ?? "")}: ok, ${plural(Object.keys(plan.agents).length, "agent")}, ${plural(plan.plugins.length, "plugin")}, ${plural(checked.tools.size, "tool")}`;
}
function bad(problems) {
	const of = (severity) => problems.filter((problem) => problem.severity === severity).length;
	return [plural(of("error"), "error"), ...of("warning") > 0 ? [plural(of("warning"), "warning")] : []].join(", ");
}

export { execute };