import { t as errors$1 } from "./errors-CdFutMww.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as submitRun, t as showEnd } from "./submit-run-DkpSog9h.js";
import { r as printableJson } from "./printable-BZRRzLGW.js";
import { t as chooseTarget } from "./choose-target-C3mFau81.js";
import { t as readPrompt } from "./read-prompt-CsfpP6jk.js";
import { errors } from "@loadout/runner";
import { randomUUID } from "node:crypto";

// packages/cli/src/run/read-start-time.ts
const UNITS_MS = {
	s: 1e3,
	m: 6e4,
	h: 36e5,
	d: 864e5
};
const MOST_MS = 316224e5;
/** Reads the value of `--at`: `in 2h`, or a date and a time. Without a zone it is the time of this machine. Throws USAGE_FLAG_CONTENT. */
function readStartTime(text, now) {
	const [, amount, unit] = /^in ([1-9]\d{0,5})([smhd])$/.exec(text.trim()) ?? [];
	const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text.trim());
	const time = unit !== void 0 ? now + Number(amount) * (UNITS_MS[unit] ?? 0) : isTime ? Date.parse(text.trim()) : NaN;
	const problem = Number.isNaN(time) ? "is no time" : time < now ? `was before now, ${new Date(now).toISOString()}` : time > now + MOST_MS ? "is more than a year away" : void 0;
	if (problem === void 0) return new Date(time);
	throw errors$1.USAGE_FLAG_CONTENT({
		flag: "--at",
		problem: `${JSON.stringify(text)} ${problem}`,
		expected: "a time such as \"in 2h\", \"in 3d\", \"2026-11-24T08:30\" or \"2026-11-24T08:30Z\""
	});
}

// packages/cli/src/commands/submit.ts
/** Submits a run. Prints its id, or with `--wait` its answer; the exit code is then that of `loadout run`. */
const execute = async ({ positionals, flags, beforeDashes }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: { agent: positionals[0] }
	});
	const { plan } = loaded;
	tellWarnings(loaded, io);
	const target = chooseTarget(plan, positionals, { beforeDashes });
	if ("doubt" in target) throw errors$1.USAGE_AGENT_OR_PROMPT({
		word: target.doubt,
		nearest: target.near,
		available: target.available
	});
	const own = plan.agents[target.agent]?.prompt;
	const prompt = await readPrompt(target.prompt, {
		io,
		hasOwn: own !== void 0
	}) ?? own;
	if (prompt === void 0) throw errors.PROMPT_EMPTY({});
	const at = flags.at === void 0 ? void 0 : readStartTime(flags.at, Date.now());
	const wish = {
		agent: target.agent,
		session: flags.session ?? randomUUID(),
		prompt,
		at,
		label: flags.label
	};
	const submitted = await submitRun(wish, {
		plan,
		io,
		command: "loadout submit"
	});
	if (flags.wait) return showEnd(submitted, {
		io,
		json: flags.json
	});
	io.out(flags.json ? `${printableJson({
		run: submitted.run,
		agent: target.agent
	}, 2)}\n` : `${submitted.run}\n`);
	return 0;
};

export { execute };