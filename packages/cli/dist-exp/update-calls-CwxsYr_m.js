import { t as writeFile } from "./write-file-CKscHw_V.js";
import { readFileSync } from "node:fs";
import { updateExpectedCalls } from "@loadout/config";

// packages/cli/src/test/update-calls.ts
/** Writes the calls that happened into the tests whose expected calls did not happen. Comments and layout stay. */
async function updateCalls(tests, report, io) {
	const changed = tests.flatMap((test) => {
		const result = report.tests.find(({ name, file }) => name === test.name && test.file.endsWith(file));
		return result !== void 0 && isWrong(result) ? [{
			test,
			calls: result.run?.calls ?? []
		}] : [];
	});
	changed.sort((a, b) => b.test.position.line - a.test.position.line);
	for (const { test, calls } of changed) {
		const isList = Array.isArray(test.spec.expect?.calls);
		const at = test.at([
			"expect",
			"calls",
			...isList ? [] : ["list"]
		]);
		const text = await updateExpectedCalls(readFileSync(test.file, "utf8"), {
			at,
			calls: calls.map(expectedCall)
		});
		if (text === void 0) io.tell(`note: the expected calls of ${test.name} stand in no list of their own, so they stay.\n`);
		else writeFile(test.file, { text });
	}
	io.tell(`Updated the expected calls of ${changed.length} ${changed.length === 1 ? "test" : "tests"}. Read the changes before you commit them.\n`);
}
const isWrong = ({ failures, run }) => run !== void 0 && failures.some(({ path: [expect, calls, key] }) => expect === "expect" && calls === "calls" && key !== "never");
/** A call as a test writes it: with its state and decider where it did not simply run. */
function expectedCall({ tool, input, state, by }) {
	const decided = by?.path ?? by?.rule ?? (by?.kind === "rule" ? void 0 : by?.kind);
	return {
		[tool]: input,
		...state === "done" ? {} : {
			state,
			...decided === void 0 ? {} : { by: decided }
		}
	};
}

export { updateCalls as n, expectedCall as t };