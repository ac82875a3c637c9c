import { o as lineReader, r as canAsk } from "./ask-trust-BIuKxCZi.js";
import { t as errors } from "./errors-CdFutMww.js";
import { t as exitCodeOf } from "./exit-code-DYIrWmlJ.js";
import { n as openSessions } from "./session-source-BWHb2wzI.js";
import { n as Activity, t as TextView } from "./text-view-CU_wEZxT.js";
import { n as StreamJsonView, t as JsonView } from "./json-views-B3IY4xu3.js";
import { t as oneLine } from "./printable-BZRRzLGW.js";
import { n as recordingFile, r as sessionEvents, t as readRecording } from "./read-recording-Bzri5ahF.js";
import { t as loadSdkSessions } from "./sdk-sessions-DFC3bFBV.js";
import { isText } from "@loadout/core";

// packages/cli/src/replay/sdk-records.ts
/**
* A session of the Agent SDKs' engine as Loadout records, without its end, which is not recorded. `undefined`: there is no such
* session.
*/
async function sdkRecords(id, { workspace }) {
	const messages = await (await loadSdkSessions())?.getSessionMessages(id, { dir: workspace }) ?? [];
	const [first] = messages;
	if (first === void 0) return void 0;
	return [{
		t: "session",
		version: 1,
		id,
		agent: "agent-sdk",
		startedAt: first.timestamp ?? "",
		cwd: workspace,
		environment: "",
		artifactDir: ""
	}, ...messages.flatMap(({ type, uuid, message }) => type === "system" ? [] : recordsOf(type, {
		uuid,
		message
	}))];
}
function recordsOf(role, { uuid, message }) {
	const { content, model } = message;
	const blocks = typeof content === "string" ? [{
		type: "text",
		text: content
	}] : content ?? [];
	const results = blocks.filter((block) => block.type === "tool_result");
	const said = blocks.filter((block) => block.type !== "tool_result");
	return [...results.map((block) => ({
		t: "ended",
		id: block.tool_use_id,
		outcome: block.is_error === true ? "failed" : "done",
		block
	})), ...said.length === 0 ? [] : [{
		t: "message",
		uuid,
		model,
		message: {
			role,
			content: said
		}
	}]];
}

// packages/cli/src/commands/replay.ts
/** The exit code is the code of the recorded run; 1 for a run without an end, and 0 for a format that never records an end. */
const execute = async ({ positionals: [wanted = ""], flags }, io) => {
	const source = await openSessions([wanted], {
		flags,
		io,
		command: "replay"
	});
	try {
		return await show(await recorded(source.given[0] ?? wanted, {
			...source,
			cwd: io.cwd
		}), {
			flags,
			io
		});
	} finally {
		source.close();
	}
};
async function show({ events, hasEnd }, { flags, io }) {
	if (flags.step && !canAsk(io)) throw errors.STEP_NEEDS_TERMINAL({});
	const view = viewOf(flags, io);
	const last = events.findLast((event) => event.type === "result");
	for (const event of events) {
		if (event.type === "prompt" && (flags.output ?? "text") === "text") tellPrompt(event, io);
		if (flags.output !== "json" || event.type !== "result" || event === last) view.event(event);
		if (flags.step && isStep(event) && !await continues(io)) return 0;
	}
	if (!hasEnd) io.tell("A session of the Agent SDKs does not record how the run ended.\n");
	else if (events.at(-1)?.type !== "result") io.tell("The recording ends here. It does not show how the run ended.\n");
	return last === void 0 ? Number(hasEnd) : exitCodeOf(last.result.outcome);
}
/** The events after which a person looks. */
const isStep = ({ type }) => type === "message" || type === "tool_result";
/** Waits for Enter. Resolves to false for q and at the end of the input. */
async function continues(io) {
	io.tell(io.paint("dim", "Enter continues, q ends. "));
	const line = await lineReader(io).next(new AbortController().signal);
	return line !== void 0 && line.trim().toLowerCase() !== "q";
}
/** Reads a recording. Throws REPLAY_MISSING, REPLAY_FORMAT. */
async function recorded(given, place) {
	const file = recordingFile(given, place);
	if (file !== void 0) return {
		events: readRecording(file),
		hasEnd: true
	};
	const records = await sdkRecords(given, place);
	if (records === void 0) throw errors.REPLAY_MISSING({
		given,
		dir: place.sessions.dir
	});
	return {
		events: sessionEvents(records, { path: given }),
		hasEnd: false
	};
}
/** A pulse that stands still, because nothing runs. */
const STILL = {
	now: () => 0,
	every: () => () => {}
};
function viewOf({ output, verbose }, io) {
	if (output === "json") return new JsonView(io);
	if (output === "stream-json") return new StreamJsonView(io);
	return new TextView({
		io,
		pulse: STILL,
		activity: new Activity({ cwd: "" }),
		verbose,
		structured: false
	});
}
function tellPrompt({ message }, io) {
	const text = message.content.find(isText)?.text ?? "";
	io.tell(`${io.paint("bold", `> ${oneLine(text, 400)}`)}\n`);
}

export { execute };