import { n as shownFile, r as inRoom } from "./placed-failure-KR9llKUC.js";
import { a as cassetteFile, c as standInTools, l as cassetteRules, r as playRecorded, s as recordCommand } from "./script-model-DqVCvEsc.js";
import { n as prepareRun } from "./play-once-BQTCGTDS.js";
import { existsSync } from "node:fs";
import { isLoadoutError } from "@loadout/core";
import { isDeepStrictEqual } from "node:util";

// packages/cli/src/test/stale-cassettes.ts
/** Returns the cassettes whose system prompt, tools or model are others today. No model is asked. */
async function staleCassettes(tests, room) {
	const found = [];
	for (const test of tests) {
		if (test.spec.model?.cassette === void 0) continue;
		const differences = await differencesOf(test, room);
		if (differences.length > 0) found.push({
			test,
			differences,
			again: recordCommand(test)
		});
	}
	return found;
}
async function differencesOf(test, room) {
	const { comparedRequest, readCassette, tapedRequest } = await import("@loadout/model-script");
	const file = cassetteFile(test, room.configDir);
	if (!existsSync(file)) return ["it is missing"];
	const turns = await readCassette(file);
	const { ground, planned } = await prepareRun(test, room);
	const keys = {
		normalise: cassetteRules(test, ground),
		anyModel: false
	};
	const standIns = standInTools(test.spec.tools ?? {}, turns.flatMap(({ request }) => request.tools));
	const asked = [];
	const parts = {
		test,
		ground,
		planned,
		env: room.env,
		signal: room.signal
	};
	await playRecorded({
		...parts,
		model: {
			model: listening(asked),
			standIns,
			unused: async () => []
		}
	}).catch((error) => {
		if (!isLoadoutError(error)) throw error;
	});
	const [first] = asked;
	const [turn] = turns;
	if (first === void 0 || turn === void 0) return [];
	const [before, now] = [comparedRequest(turn.request, keys), comparedRequest(tapedRequest(first), keys)];
	return [
		...before.system === now.system ? [] : ["the system prompt changed"],
		...isDeepStrictEqual(before.tools, now.tools) ? [] : ["the tools changed"],
		...before.model === now.model ? [] : [`the model was ${before.model} and is ${now.model}`]
	];
}
/** Keeps the first request and answers with nothing but an end. */
const listening = (asked) => ({
	name: "listening",
	async *stream(request) {
		asked.push(request);
		yield {
			type: "start",
			id: "none",
			model: request.model
		};
		yield {
			type: "block",
			block: {
				type: "text",
				text: "."
			}
		};
		yield {
			type: "end",
			stopReason: "end_turn",
			usage: void 0
		};
	}
});

// packages/cli/src/test/list-stale.ts
/** Prints the cassettes that were recorded for another prompt, other tools or another model. Returns how many there are. */
const listStale = (wish, around) => inRoom(wish, around, async ({ room, tests }) => {
	const found = await staleCassettes(tests, room);
	for (const { test, differences, again } of found) {
		const { file, line, column } = test.at(["model", "cassette"]);
		around.io.out(`${shownFile(file, room.root)}:${line}:${column}  ${test.name}: ${differences.join(", ")}. Record it: ${again}\n`);
	}
	if (found.length === 0) around.io.out("No cassette is stale.\n");
	return found.length;
});

export { listStale };