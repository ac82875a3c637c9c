import { isText } from "@loadout/core";
import { replaySession } from "@loadout/runner";

// packages/cli/src/sessions/describe-session.ts
/** The description of a session in a list. A session that cannot be read is listed too. */
function describeSession({ id, file, bytes, modified }) {
	const base = {
		id,
		modified: modified.toISOString(),
		bytes
	};
	try {
		const { header, messages, ended, asked, lastResult } = replaySession(file);
		const turns = messages.filter((message) => message.role === "assistant").length;
		return {
			...base,
			agent: header.agent,
			turns,
			state: ended ? "ended" : "unfinished",
			...lastResult === void 0 ? {} : {
				outcome: lastResult.outcome,
				costUsd: lastResult.costUsd
			},
			prompt: promptOf(messages) ?? askedText(asked?.prompt)
		};
	} catch {
		return {
			...base,
			agent: "",
			turns: 0,
			state: "damaged",
			prompt: ""
		};
	}
}
const promptOf = ([first]) => first?.content.find(isText)?.text;
/** The prompt of a session whose process was killed before the prompt was sent. */
const askedText = (prompt = "") => typeof prompt === "string" ? prompt : prompt.find(isText)?.text ?? "";

export { describeSession as t };