import { t as openNewest } from "./session-source-BWHb2wzI.js";
import { a as size, i as plural, t as cost } from "./numbers-Bo0ha32z.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { n as outcomeWord } from "./summary-DJzdFwKV.js";
import { t as table } from "./table-IDrEM81G.js";
import { t as describeSession } from "./describe-session-CVUYRouz.js";
import { n as sdkSessions } from "./sdk-sessions-DFC3bFBV.js";
import { listSessions } from "@loadout/runner";

// packages/cli/src/commands/sessions.ts
const NEWEST = 20;
const MOST = 1e4;
const execute = async ({ flags }, io) => {
	const source = await openNewest(flags.all ? MOST : NEWEST, {
		flags,
		io,
		command: "sessions"
	});
	try {
		return await list(source, {
			flags,
			io
		});
	} finally {
		source.close();
	}
};
async function list({ workspace, sessions: folder }, { flags, io }) {
	const own = listSessions(folder);
	const foreign = flags.engine ? [] : await sdkSessions(workspace, io);
	const most = flags.all ? Number.POSITIVE_INFINITY : NEWEST;
	const shown = [...own.slice(0, most).map(describeSession), ...foreign.slice(0, most)].sort((a, b) => a.modified < b.modified ? 1 : -1).slice(0, most);
	const more = own.length + foreign.length - shown.length;
	if (flags.json) io.out(`${printableJson(shown, 2)}\n`);
	else if (shown.length === 0) io.out(`No sessions in ${folder.dir}.\n`);
	else {
		io.out(table(shown.map(row), [
			3,
			4,
			6
		]));
		if (more > 0) io.tell(`${more} more with --all.\n`);
		if (shown.some(isForeign)) io.tell("Continue an agent-sdk session with: loadout -p --resume ID \"prompt\"\n");
	}
	return 0;
}
const isForeign = ({ state }) => state === "agent-sdk";
const row = (one) => [
	one.id,
	localTime(new Date(one.modified)),
	oneLine(one.agent, 24),
	one.turns === void 0 ? "" : plural(one.turns, "turn"),
	size(one.bytes),
	one.state === "ended" && one.outcome !== void 0 ? outcomeWord(one.outcome) : one.state,
	one.costUsd === null ? "cost ?" : one.costUsd === void 0 || one.costUsd === 0 ? "" : cost(one.costUsd),
	oneLine(one.prompt, 50)
];
/** The local time as `2026-01-31 09:05`. */
function localTime(date) {
	const two = (value) => String(value).padStart(2, "0");
	return `${[
		date.getFullYear(),
		two(date.getMonth() + 1),
		two(date.getDate())
	].join("-")} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export { execute };