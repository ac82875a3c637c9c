import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { FileStore, HoldSecrets, latestSession, sessionFolder, sessionPlace } from "@loadout/runner";

// packages/cli/src/render/whole-secrets.ts
/** Passes the events on, with no secret split over two pieces of text, where a sink could not see it. */
async function* wholeSecrets(events, hidden) {
	const hold = holdingSecrets(hidden);
	for await (const event of events) yield* hold(event);
}
/** The function behind `wholeSecrets` for single events: returns the events that may be shown after this event. */
function holdingSecrets({ secrets, redact }) {
	if (redact === void 0) return (event) => [event];
	const held = {
		text: new HoldSecrets(secrets),
		thinking: new HoldSecrets(secrets)
	};
	return (event) => {
		const pieces = ["thinking", "text"].map((type) => ({
			type,
			text: event.type === type ? held[type].push(event.text) : held[type].flush()
		}));
		const whole = event.type === "text" || event.type === "thinking" ? [] : [event];
		return [...pieces.filter(({ text }) => text !== ""), ...whole];
	};
}

// packages/cli/src/run/session-agent.ts
/**
* The agent that a session was started with, from the first line of the session. `undefined` if it cannot be read; the runner
* then reports the reason.
*/
function sessionAgent(resume, { plan, env }) {
	const folder = sessionFolder({
		workspace: realpathSync(plan.workspace),
		dir: plan.sessions.dir,
		env
	});
	const place = resume === "latest" ? latestSession(new FileStore(folder)) : sessionPlace(folder, resume);
	const header = place === void 0 ? void 0 : firstLine(place.file);
	try {
		return header === void 0 ? void 0 : JSON.parse(header).agent;
	} catch {
		return;
	}
}
const HEADER_BYTES = 65536;
/** Reads only the first line, because a session may be large. */
function firstLine(file) {
	let descriptor;
	try {
		descriptor = openSync(file, "r");
	} catch {
		return;
	}
	const bytes = Buffer.alloc(HEADER_BYTES);
	const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
	closeSync(descriptor);
	return bytes.subarray(0, length).toString("utf8").split("\n", 1)[0];
}

export { holdingSecrets as n, wholeSecrets as r, sessionAgent as t };