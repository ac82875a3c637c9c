import { t as errors$1 } from "./errors-CdFutMww.js";
import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as submitRun, t as showEnd } from "./submit-run-DkpSog9h.js";
import { t as readPrompt } from "./read-prompt-CsfpP6jk.js";
import { t as runAgent } from "./run-agent-DUdFCeVG.js";
import { errors } from "@loadout/runner";

// packages/cli/src/run/resume-on-engine.ts
/** Adds a prompt to a session of the engine, and waits for its end. Throws USAGE_FLAGS_TOGETHER for flags of a local run. */
async function resumeOnEngine({ session, words, flags }, io) {
	checkFlags(flags);
	const loaded = await loadPlan(flags, {
		io,
		wish: {}
	});
	tellWarnings(loaded, io);
	const { EngineClient } = await loadEnginePackage(loaded.plan.configDir, "loadout resume --engine");
	const client = new EngineClient(engineAddress(io.env));
	const run = session === "latest" ? (await client.runs({ limit: 1 }))[0]?.run : session;
	const { agent } = await client.run(run ?? session);
	const prompt = await readPrompt(words[0], {
		io,
		hasOwn: false
	});
	if (prompt === void 0) throw errors.PROMPT_EMPTY({});
	return showEnd(await submitRun({
		agent,
		session: run ?? session,
		prompt
	}, {
		plan: loaded.plan,
		io,
		command: "loadout resume --engine"
	}), {
		io,
		json: flags.output === "json"
	});
}
/** The flags that say where the session and its configuration are. */
const ALLOWED = [
	"engine",
	"output",
	"config",
	"profile",
	"param",
	"cwd",
	"trust",
	"require-trust"
];
/** A run on the engine has the rules, the model and the limits of its configuration, and no others. */
function checkFlags(flags) {
	const isGiven = (value) => value !== void 0 && value !== false && !(Array.isArray(value) && value.length === 0);
	const named = Object.entries(flags).filter(([name, value]) => !ALLOWED.includes(name) && isGiven(value)).map(([name]) => `--${name}`);
	if (named.length > 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--engine", ...named] });
	if (flags.output === "stream-json") throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--engine", "--output stream-json"] });
}

// packages/cli/src/commands/resume.ts
const execute = async ({ positionals: [session, ...words], flags }, io) => flags.engine ? resumeOnEngine({
	session: session ?? "",
	words,
	flags
}, io) : runAgent({
	flags,
	words,
	resume: session
}, io);

export { execute };