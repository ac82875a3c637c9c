import { n as printable } from "./printable-BZRRzLGW.js";
import { n as tellProblem, t as problemOf } from "./problem-CDMbAp4m.js";
import { isLoadoutError } from "@loadout/core";

// packages/cli/src/tell-failure.ts
/** Prints the failure: all problems of a configuration, or the single error. Prints a stack only if the user asks for it. */
async function tellFailure(error, io) {
	if (isLoadoutError(error) && "problems" in error && Array.isArray(error.problems)) {
		const { renderDiagnostics } = await import("@loadout/config");
		io.tell(`${renderDiagnostics(error.problems, { cwd: io.cwd })}\n`);
		tellProblem({
			code: error.code,
			message: error.message,
			fix: error.fix
		}, io);
	} else tellProblem(problemOf(error), io);
	if (io.env.LOADOUT_DEBUG === "1" && error instanceof Error) io.tell(`${printable(stackOf(error))}\n`);
}
const stackOf = (error) => `${error.stack ?? error.message}${error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : ""}`;

export { tellFailure as t };