import { a as permissionFrom, i as personAt, n as prepareAgent, o as elicitFrom, s as systemPulse, t as checkRunFlags } from "./prepare-agent-Bw_KXmpE.js";
import { t as exitCodeOf } from "./exit-code-DYIrWmlJ.js";
import { o as lineReader, r as canAsk } from "./ask-trust-BIuKxCZi.js";
import { t as checkNeeds } from "./check-needs-BZa_5cTg.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { n as tellProblem, t as problemOf } from "./problem-CDMbAp4m.js";
import { r as wholeSecrets, t as sessionAgent } from "./session-agent-D5JQ7oue.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { n as writePage, t as checkPageFile } from "./write-page-DT-v53Vp.js";
import { t as isAllDenied } from "./all-denied-CZhkHn1P.js";
import { n as onlyAgent, t as chooseTarget } from "./choose-target-C3mFau81.js";
import { t as readPrompt } from "./read-prompt-CsfpP6jk.js";
import { t as errors$1 } from "./errors-CdFutMww.js";
import { n as Activity, t as TextView } from "./text-view-CU_wEZxT.js";
import { n as StreamJsonView, t as JsonView } from "./json-views-B3IY4xu3.js";
import { resolve } from "node:path";
import { errors } from "@loadout/runner";

// packages/cli/src/view/page-of-run.ts
/** The page that `--view` writes at the end of a run. */
var PageOfRun = class {
	#file;
	#io;
	#transcript;
	/** Throws FILE_NOT_WRITTEN before the run costs anything, if the page could not be written. */
	constructor(given, io) {
		this.#file = resolve(io.cwd, given);
		this.#io = io;
		checkPageFile(this.#file);
	}
	event(event) {
		if (event.type === "init") this.#transcript = event.init.transcript;
	}
	/** Writes the page. Resolves to false if that failed, which is told: the outcome of the run is another matter. */
	async write(secrets) {
		try {
			if (this.#transcript === void 0) {
				this.#io.tell(`note: The run did not begin, so ${this.#file} was not written.\n`);
				return false;
			}
			const { openFile } = await import("@loadout/viewer");
			const recording = await openFile(this.#transcript);
			await writePage(this.#file, [recording], {
				io: this.#io,
				secrets
			}).finally(() => recording.close());
			return true;
		} catch (error) {
			tellProblem(problemOf(error), this.#io);
			return false;
		}
	}
};

// packages/cli/src/run/settle-doubt.ts
/**
* Asks a person whether a word is an agent or the prompt. Throws USAGE_AGENT_OR_PROMPT if nobody is there, or for any other answer.
*/
async function settleDoubt({ doubt, near, available }, { io, isAsked }) {
	const unclear = errors$1.USAGE_AGENT_OR_PROMPT({
		word: doubt,
		nearest: near,
		available
	});
	if (!isAsked) throw unclear;
	const [only] = available.length === 1 ? available : [];
	const choices = [
		...near === void 0 ? [] : [`[a] run the agent ${near}`],
		...only === void 0 ? [] : ["[p] send it as the prompt"],
		"[N] stop"
	];
	io.tell(`There is no agent "${oneLine(doubt, 60)}". ${choices.join("  ")}: `);
	const line = await lineReader(io).next(new AbortController().signal);
	if (line === void 0) io.tell("\n");
	const answer = line?.trim().toLowerCase();
	if (answer === "a" && near !== void 0) return {
		agent: near,
		prompt: void 0
	};
	if (answer === "p" && only !== void 0) return {
		agent: only,
		prompt: doubt
	};
	throw unclear;
}

// packages/cli/src/run/view-for.ts
function viewFor(output, { io, agent, verbose }) {
	if (output === "json") return new JsonView(io);
	if (output === "stream-json") return new StreamJsonView(io);
	const activity = new Activity({ cwd: agent.spec.roots[0] });
	return new TextView({
		io,
		pulse: systemPulse,
		activity,
		verbose,
		structured: agent.spec.output !== void 0
	});
}

// packages/cli/src/run/run-agent.ts
/** Performs one run, from the flags to the exit code. With a JSON format, the output is JSON even if no run starts. */
async function runAgent(wish, io) {
	const output = wish.flags.output ?? "text";
	try {
		return await conduct(wish, io);
	} catch (error) {
		const problem = problemOf(error);
		if (output === "json") io.out(`${printableJson({
			outcome: "error_at_start",
			error: problem
		}, 2)}\n`);
		if (output === "stream-json") io.out(`${printableJson({
			type: "error",
			error: problem
		})}\n`);
		throw error;
	}
}
async function conduct(wish, io) {
	const { flags } = wish;
	if (flags["no-color"]) io.withoutColour();
	checkRunFlags(flags, wish);
	const page = flags.view === void 0 ? void 0 : new PageOfRun(flags.view, io);
	const loaded = await loadPlan(flags, {
		io,
		wish: {
			agent: wish.words[0],
			asksTrust: (flags.output ?? "text") === "text"
		}
	});
	if ((flags.output ?? "text") === "text") tellWarnings(loaded, io);
	const target = await targetOf(wish, {
		loaded,
		io
	});
	checkNeeds(loaded, target.agent, io.env);
	const hasOwn = wish.resume !== void 0 || loaded.plan.agents[target.agent]?.prompt !== void 0;
	const prompt = await readPrompt(target.prompt, {
		io,
		hasOwn
	});
	if (prompt === void 0 && !hasOwn) throw errors.PROMPT_EMPTY({});
	const { plan } = loaded;
	const person = personAt(io, { output: flags.output ?? "text" });
	const asked = person === void 0 ? {} : askedOf(person, {
		io,
		cwd: plan.workspace
	});
	const agent = await prepareAgent({
		flags,
		plan,
		agent: target.agent,
		io,
		asked
	});
	const { secrets } = agent.spec;
	let isWritten;
	let code;
	try {
		code = await watch(agent, {
			wish,
			prompt,
			io,
			person,
			page
		});
	} finally {
		await agent.close();
		isWritten = await page?.write(secrets);
	}
	return code === 0 && isWritten === false ? 1 : code;
}
/** Every kind of question goes to the person at the terminal. */
const askedOf = (person, { io, cwd }) => ({
	ask: permissionFrom({
		person,
		paint: io.paint,
		cwd: () => cwd
	}),
	answer: person.answer,
	elicit: elicitFrom(person)
});
async function targetOf(wish, { loaded, io }) {
	const { plan } = loaded;
	if (wish.resume === void 0) {
		const isAsked = (wish.flags.output ?? "text") === "text" && canAsk(io);
		const target = chooseTarget(plan, wish.words, wish);
		return "doubt" in target ? settleDoubt(target, {
			io,
			isAsked
		}) : target;
	}
	const named = wish.words.length > 0 && Object.hasOwn(plan.agents, wish.words[0] ?? "") ? wish.words[0] : void 0;
	return {
		agent: named ?? sessionAgent(wish.resume, {
			plan,
			env: io.env
		}) ?? Object.keys(plan.agents)[0] ?? onlyAgent(plan),
		prompt: named === void 0 ? wish.words[0] : wish.words[1]
	};
}
async function watch(agent, { wish, prompt, io, person, page }) {
	const { flags, resume } = wish;
	const view = viewFor(flags.output ?? "text", {
		io,
		agent,
		verbose: flags.verbose
	});
	if (person !== void 0) person.view = view;
	for (const notice of agent.notices) view.event({
		type: "notice",
		message: notice
	});
	const run = agent.run(prompt, {
		resume,
		fork: flags.fork
	});
	const interrupt = () => run.interrupt();
	const interrupts = onInterrupt(io, interrupt);
	io.whenClosed(interrupt);
	try {
		const { secrets } = agent.spec;
		for await (const event of wholeSecrets(run, {
			secrets,
			redact: io.redact
		})) {
			page?.event(event);
			view.event(event);
		}
		const result = await run.result;
		if (result.outcome === "interrupted") return interrupts.exitCode ?? exitCodeOf(result.outcome);
		return result.outcome === "success" && isAllDenied(result, agent) ? exitCodeOf("blocked") : exitCodeOf(result.outcome);
	} finally {
		interrupts.release();
	}
}

export { runAgent as t };