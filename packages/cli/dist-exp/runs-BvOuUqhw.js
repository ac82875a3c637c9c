import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { t as readWholeNumber } from "./read-whole-number-nPB8AL55.js";

// packages/cli/src/render/open-questions.ts
/** Writes the open questions of a run, with the command that answers each. */
const openQuestions = ({ run, asks }, nameOf) => asks.map((ask) => [
	"",
	...subjectOf(run, ask),
	...ask.agentId === "main" ? [] : [`  agent ${oneLine(ask.agent, 100)} (${ask.agentId})`],
	...reasonOf(ask),
	...ask.expires === void 0 ? [] : [`  until ${ask.expires.slice(0, 19)}`],
	...ask.from === void 0 ? [] : [`  of ${oneLine(Object.keys(ask.from).join(", "), 200)}`],
	`  ${commandFor(run, ask, nameOf(ask))}`,
	""
].map(printable).join("\n"));
function subjectOf(run, { tool, input, questions }) {
	if (questions === void 0) return [`${run} asks: ${tool} ${oneLine(input, 200)}`];
	return questions.map(({ question, choices }) => {
		const list = choices.length === 0 ? "" : ` (${choices.join(", ")})`;
		return `${run} asks: ${oneLine(question + list, 300)}`;
	});
}
function reasonOf({ questions, rule, at, reason }) {
	if (questions !== void 0) return [];
	return [`  ${rule === void 0 ? oneLine(reason, 200) : `rule ${oneLine(rule, 100)}${at === void 0 ? "" : ` at ${at}`}`}`];
}
const commandFor = (run, { questions }, name) => questions === void 0 ? `loadout approve ${run} ${name}` : `loadout answer ${run} ${name}${" --text TEXT".repeat(questions.length)}`;

// packages/cli/src/commands/runs.ts
const execute = async ({ flags }, io) => {
	const { EngineClient, askName } = await loadEnginePackage(io.cwd, "loadout runs");
	const listed = await new EngineClient(engineAddress(io.env)).runs({ limit: flags.limit === void 0 ? void 0 : readWholeNumber("--limit", flags.limit) });
	if (flags.json) io.out(`${printableJson(listed, 2)}\n`);
	else if (listed.length === 0) io.out("No runs.\n");
	else io.out(table(listed.map(rowOf)) + listed.flatMap((one) => openQuestions(one, askName)).join(""));
	return 0;
};
const rowOf = ({ run, agent, state, at, says, prompt }) => [
	run,
	agent,
	state,
	at.slice(0, 19),
	oneLine(says === "" ? prompt : `${prompt} (${says})`, 80)
];

export { execute };