import { t as errors } from "./errors-CdFutMww.js";
import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { r as duration } from "./numbers-Bo0ha32z.js";
import { HOOK_EVENTS, isHookEvent, nearest } from "@loadout/core";

// packages/cli/src/render/tried-hooks.ts
const STYLES = {
	allow: "green",
	ask: "yellow",
	deny: "red",
	failed: "red"
};
/** Each hook with its answer and its time, followed by their combined effect. */
function triedHooksText({ hooks, combined }, { event, paint }) {
	if (hooks.length === 0) return `No ${event} hook would run.\n`;
	return `${[
		...hooks.flatMap((hook) => [`${paint(STYLES[hook.outcome] ?? "dim", hook.outcome)}  ${oneLine(hook.name, 100)}  ${duration(hook.durationMs)}`, ...details(hook).map((line) => `    ${line}`)]),
		"",
		"Combined:",
		...together(combined).map((line) => `    ${line}`)
	].join("\n")}\n`;
}
function details({ answer, problem, stdout, stderr, exitCode }) {
	return [
		...problem === void 0 ? [] : [`problem: ${oneLine(problem, 500)}`],
		...answer === void 0 ? [] : [`answer: ${oneLine(printableJson(answer), 1e3)}`],
		...exitCode === void 0 || exitCode === 0 ? [] : [`exit code: ${exitCode ?? "ended by a signal"}`],
		...stdout === void 0 || stdout.trim() === "" || answer !== void 0 ? [] : [`stdout: ${oneLine(stdout, 500)}`],
		...stderr === void 0 || stderr.trim() === "" ? [] : [`stderr: ${oneLine(stderr, 500)}`]
	];
}
function together({ verdict, updatedInput, updatedOutput, contexts, messages, stop }) {
	const lines = [
		...verdict === void 0 ? [] : [`${verdict.behavior} by ${verdict.by}: ${verdict.reason}`],
		...stop === void 0 ? [] : [`ends the run: ${stop}`],
		...updatedInput === void 0 ? [] : [`input: ${printableJson(updatedInput.value)}`],
		...updatedOutput === void 0 ? [] : [`output: ${printableJson(updatedOutput.value)}`],
		...contexts.map((text) => `for the model: ${text}`),
		...messages.map((text) => `for the model and the person: ${text}`)
	];
	return lines.length === 0 ? ["no decision"] : lines.map((line) => oneLine(printable(line), 1e3));
}

// packages/cli/src/commands/hooks.ts
const execute = async ({ positionals: [name = ""], flags }, io) => {
	const event = eventNamed(name);
	if (HOOK_EVENTS[event].isCall === true && flags.tool === void 0) throw errors.USAGE_FLAG_ALONE({
		flag: event,
		needs: "--tool"
	});
	const input = flags.input === void 0 ? {} : objectIn(flags.input);
	const fields = fieldsIn(flags.field);
	const { plan } = await loadPlan(flags, {
		io,
		wish: {
			agent: flags.agent,
			keepParams: true
		}
	});
	await withAgent(plan, {
		agent: flags.agent,
		env: io.env,
		use: async (agent) => {
			const tried = await agent.tryHooks({
				event,
				tool: flags.tool,
				input,
				fields
			});
			if (flags.json) io.out(`${printableJson({
				agent: agent.name,
				event,
				...tried
			}, 2)}\n`);
			else io.out(triedHooksText(tried, {
				event,
				paint: io.paint
			}));
		}
	});
	return 0;
};
function eventNamed(event) {
	if (isHookEvent(event)) return event;
	const available = Object.keys(HOOK_EVENTS);
	throw errors.USAGE_EVENT({
		event,
		nearest: nearest(event, available),
		available
	});
}
function objectIn(text) {
	const refused = (problem) => errors.USAGE_EVENT_FIELD({
		flag: "--input",
		value: text,
		problem
	});
	let value;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw refused(`it is not JSON (${error.message})`);
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw refused("it is no JSON object");
	return value;
}
function fieldsIn(given) {
	return Object.fromEntries(given.map((value) => {
		const sign = value.indexOf("=");
		if (sign < 1) throw errors.USAGE_EVENT_FIELD({
			flag: "--field",
			value,
			problem: "it is not of the form key=value"
		});
		return [value.slice(0, sign), readValue(value.slice(sign + 1))];
	}));
}
function readValue(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

export { execute };