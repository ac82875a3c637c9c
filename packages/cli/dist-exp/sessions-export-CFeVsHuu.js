import { n as openSessions } from "./session-source-BWHb2wzI.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { a as summary } from "./summary-DJzdFwKV.js";
import { t as readRecording } from "./read-recording-Bzri5ahF.js";
import { t as findSession } from "./find-session-xHgt_iNa.js";
import { isText, isToolUse } from "@loadout/core";

// packages/cli/src/render/session-page.ts
/** Characters of an input or a result that the page shows. The rest is counted. */
const MOST_CHARS = 4e3;
/** A session as a page of Markdown: prompts, answers, calls with their results, denials, and what it cost. */
function sessionPage({ id, agent, cwd, startedAt }, events) {
	return `${[...[
		`# Session ${id}`,
		"",
		`- Agent: ${agent}`,
		`- Folder: ${code(cwd)}`,
		`- Started: ${startedAt}`,
		""
	], ...events.flatMap(partOf)].join("\n")}\n`;
}
function partOf(event) {
	switch (event.type) {
		case "prompt": return [
			"## Prompt",
			"",
			...quoted(textsOf(event.message.content)),
			""
		];
		case "message": return [...textsOf(event.message.content) === "" ? [] : [
			"**Agent**",
			"",
			...quoted(textsOf(event.message.content)),
			""
		], ...event.message.content.filter(isToolUse).flatMap(({ name, input }) => [
			`**${name}**`,
			"",
			...block(json(input), "json")
		])];
		case "tool_result": return [
			`Result of ${event.name}: ${event.call.outcome}`,
			"",
			...block(event.call.result.content)
		];
		case "compact": return [`*The conversation was compacted at ${event.preTokens} tokens.*`, ""];
		case "notice": return [`*${event.message}*`, ""];
		case "result": return [
			"## End",
			"",
			summary(event.result),
			"",
			...deniedLines(event.result)
		];
		default: return [];
	}
}
const textsOf = (content) => content.filter(isText).map(({ text }) => text).join("\n");
const json = (input) => JSON.stringify(input, void 0, 2) ?? "";
const quoted = (text) => cut(text).split("\n").map((line) => `> ${line}`.trimEnd());
const code = (text) => `\`${text.replaceAll("`", "'")}\``;
/** A fence is longer than any run of backticks inside of it, so that a text cannot end its block. */
function block(text, language = "") {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return [
		`${fence}${language}`,
		cut(text),
		fence,
		""
	];
}
function cut(text) {
	const left = text.length - MOST_CHARS;
	return left > 0 ? `${text.slice(0, MOST_CHARS)}\n[${plural(left, "character")} more]` : text;
}
const deniedLines = ({ denials }) => denials.length === 0 ? [] : [
	"Denied:",
	"",
	...denials.map(({ tool_name, reason }) => `- ${tool_name}: ${reason}`),
	""
];

// packages/cli/src/commands/sessions-export.ts
/** Prints a session for people or programs that are not at this machine. Secrets of the configuration are hidden. */
const execute = async ({ positionals: [given = "latest"], flags }, io) => {
	const source = await openSessions([given], {
		flags,
		io,
		command: "sessions export"
	});
	try {
		const { file, session } = findSession(source.given[0] ?? given, source);
		const events = readRecording(file);
		if ((flags.format ?? "md") === "md") io.out(printable(sessionPage(session.header, events)));
		else for (const event of events) io.out(`${printableJson(event)}\n`);
		return 0;
	} finally {
		source.close();
	}
};

export { execute };