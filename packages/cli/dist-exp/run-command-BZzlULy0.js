import { t as definitions } from "./definitions-BseV1kN_.js";
import { t as findDefinition } from "./find-definition-DQJ11zgk.js";
import { t as errors } from "./errors-CdFutMww.js";
import { n as signature, t as flagLabel } from "./definition-DLnxT0lQ.js";
import { nearest } from "@loadout/core";
import { parseArgs } from "node:util";

// packages/cli/src/arguments/parse-arguments.ts
/** Parses the arguments behind a command. Throws USAGE_*, each with the nearest existing name. */
function parseArguments(definition, argv) {
	const byName = new Map(definition.flags.map((flag) => [flag.name, flag]));
	const { tokens, positionals } = parseArgs({
		args: [...argv],
		options: Object.fromEntries(definition.flags.map((flag) => [flag.name, optionOf(flag)])),
		allowPositionals: true,
		strict: false,
		tokens: true
	});
	const flags = Object.fromEntries(definition.flags.map((flag) => [flag.name, emptyOf(flag)]));
	for (const token of tokens) {
		if (token.kind !== "option") continue;
		const flag = byName.get(token.name);
		if (flag === void 0) throw unknownFlag(token.rawName, definition);
		const value = givenValue(flag, token);
		flags[flag.name] = flag.repeat === true ? [...flags[flag.name], value] : value;
	}
	checkPositionals(definition, positionals);
	const dashes = tokens.findIndex((token) => token.kind === "option-terminator");
	const before = tokens.slice(0, Math.max(dashes, 0)).filter((token) => token.kind === "positional").length;
	return {
		positionals,
		flags,
		...dashes === -1 ? {} : { beforeDashes: before }
	};
}
const optionOf = (flag) => ({
	type: flag.value === void 0 ? "boolean" : "string",
	multiple: flag.repeat ?? false,
	...flag.short === void 0 ? {} : { short: flag.short }
});
function emptyOf(flag) {
	if (flag.value === void 0) return false;
	return flag.repeat === true ? [] : void 0;
}
function givenValue(flag, token) {
	const label = flagLabel(flag);
	if (flag.value === void 0) {
		if (token.value !== void 0) throw errors.USAGE_FLAG_NO_VALUE({
			flag: `--${flag.name}`,
			value: token.value
		});
		return true;
	}
	const { value } = token;
	if (value === void 0 || token.inlineValue !== true && /^-./.test(value)) throw errors.USAGE_FLAG_VALUE({
		label,
		found: value
	});
	if (flag.choices !== void 0 && !flag.choices.includes(value)) throw errors.USAGE_FLAG_CHOICE({
		flag: `--${flag.name}`,
		value,
		nearest: nearest(value, flag.choices),
		choices: flag.choices
	});
	return value;
}
function unknownFlag(rawName, definition) {
	const near = nearest(rawName.replace(/^-+/, ""), definition.flags.map((flag) => flag.name));
	return errors.USAGE_FLAG_UNKNOWN({
		flag: rawName,
		command: definition.name,
		nearest: near === void 0 ? void 0 : `--${near}`
	});
}
function checkPositionals(definition, given) {
	const required = definition.positionals.filter((one) => one.optional !== true);
	const usage = `loadout ${definition.name} ${signature(definition)}`.trimEnd();
	const missing = required[given.length];
	if (given.length < required.length && missing !== void 0) throw errors.USAGE_ARGUMENT_MISSING({
		name: missing.name,
		usage
	});
	const extra = given[definition.positionals.length];
	if (extra !== void 0) throw errors.USAGE_ARGUMENT_EXTRA({
		extra,
		usage,
		count: definition.positionals.length
	});
}

// packages/cli/src/commands/commands.ts
/** The commands by name. Only the typed command is loaded. */
const commands = {
	run: () => import("./run-TdLN0Rn2.js"),
	chat: () => import("./chat-CyUfCKNV.js"),
	resume: () => import("./resume-CugFy170.js"),
	check: () => import("./check-u2KLkVLP.js"),
	test: () => import("./test-8DuAXI5R.js"),
	tools: () => import("./tools-CsH7tkMR.js"),
	explain: () => import("./explain-CwB2_krM.js"),
	context: () => import("./context-C-p3hZD_.js"),
	list: () => import("./list-C0uZbhKt.js"),
	models: () => import("./models-BbDCNrJY.js"),
	doctor: () => import("./doctor-CM5iS_Ab.js"),
	replay: () => import("./replay-BGfJrZCc.js"),
	view: () => import("./view-Y_zd8E4o.js"),
	sessions: () => import("./sessions-BqEs03n_.js"),
	"sessions export": () => import("./sessions-export-CFeVsHuu.js"),
	diff: () => import("./diff-DonAJp8I.js"),
	cost: () => import("./cost-db_LNxOL.js"),
	schema: () => import("./schema-BZTC7qtJ.js"),
	init: () => import("./init-JkrPXQYD.js"),
	"new plugin": () => import("./new-plugin-BqS9gk9Q.js"),
	"plugin doctor": () => import("./plugin-doctor-DT0Pgub5.js"),
	import: () => import("./import-CHl_MIcY.js"),
	"config print": () => import("./config-print-DnsOyobj.js"),
	"hooks test": () => import("./hooks-DJ9Lg6bk.js"),
	add: () => import("./add-oYm3w-zQ.js"),
	remove: () => import("./remove-DLJRdqF_.js"),
	trust: () => import("./trust-ByZN7jui.js"),
	lock: () => import("./lock-CgEaDYFF.js"),
	"mcp list": () => import("./mcp-list-FQmQ9wWj.js"),
	"mcp doctor": () => import("./mcp-doctor-LkNzYR3x.js"),
	"mcp login": () => import("./mcp-login-Bwb5a37C.js"),
	"auth status": () => import("./auth-status-CpCNmiQy.js"),
	"mcp logout": () => import("./mcp-logout-BCf4X5TA.js"),
	"serve mcp": () => import("./serve-Ba5WKwdD.js"),
	"serve http": () => import("./serve-http-BYv9Ir3D.js"),
	"schedule run": async () => ({ execute: (await import("./schedule-DcZMj19x.js")).run }),
	"schedule list": async () => ({ execute: (await import("./schedule-DcZMj19x.js")).list }),
	"engine dev": () => import("./engine-dev-BKVGP8Rf.js"),
	worker: () => import("./worker-dZFu6zYo.js"),
	submit: () => import("./submit-CVEDio3C.js"),
	runs: () => import("./runs-BvOuUqhw.js"),
	approve: async () => ({ execute: (await import("./answer-run-DuzpdHRl.js")).approve }),
	deny: async () => ({ execute: (await import("./answer-run-DuzpdHRl.js")).deny }),
	answer: async () => ({ execute: (await import("./answer-run-DuzpdHRl.js")).answer }),
	cancel: () => import("./cancel-DEPBQ7Z2.js"),
	"lock verify": () => import("./lock-verify-Ni1xXBAE.js"),
	completion: () => import("./completion-rBUHAI5q.js")
};

// packages/cli/src/run-command.ts
/** The word with which completion scripts call: `loadout __complete -- words…`. It is no command for people. */
const COMPLETE = "__complete";
/** The word with which a kill test starts its processes. */
const PLAY = "__play";
/** Runs the typed command and returns its exit code. Throws USAGE_COMMAND_UNKNOWN. */
async function runCommand(argv, io) {
	if (argv[0] === COMPLETE) {
		const [{ wantedAt }, { complete }] = await Promise.all([import("./wanted-at-B47Y3iGW.js"), import("./complete-xVahRH5w.js")]);
		return complete(wantedAt(argv.slice(2)), io);
	}
	if (argv[0] === PLAY) return (await import("./play-job-Cm2yIumw.js")).playJob(argv[1] ?? "");
	const found = findDefinition(argv);
	if (found === void 0) throw unknownCommand(argv);
	const args = parseArguments(found.definition, found.rest);
	const { execute } = await commands[found.definition.name]();
	return await execute(args, io);
}
function unknownCommand(argv) {
	const [first = "", second = ""] = argv;
	const names = definitions.map((one) => one.name);
	const family = names.filter((name) => name.startsWith(`${first} `));
	const whole = nearest(`${first} ${second}`, family.length > 0 ? family : names);
	const near = family.length > 0 ? second === "" ? void 0 : whole : nearest(first, names) ?? whole;
	const meant = near === void 0 ? family : [near];
	const nearby = meant.length === 0 ? void 0 : meant.map((name) => `loadout ${name}`).join(" or ");
	const isBelow = family.length > 0 && second !== "" && !second.startsWith("-");
	return errors.USAGE_COMMAND_UNKNOWN({
		name: isBelow ? `${first} ${second}` : first,
		nearest: nearby
	});
}

export { runCommand };