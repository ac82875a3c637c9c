import { isLoadoutError } from "@loadout/core";

// packages/cli/src/exit-code.ts
/** The exit code for each outcome of a run. Source: CLI-04. */
const OUTCOMES = {
	success: 0,
	error_during_execution: 1,
	error_max_turns: 3,
	error_limit: 3,
	blocked: 4,
	stopped: 4,
	deferred: 4,
	error_max_structured_output_retries: 5,
	error_model: 7,
	interrupted: 130
};
const exitCodeOf = (outcome) => OUTCOMES[outcome];
/** Errors that do not mean a wrong configuration or command line. Nearly every other error that prevents a start does. */
const NOT_CONFIG = /* @__PURE__ */ new Set([
	"SESSION_BUSY",
	"SESSION_DAMAGED",
	"SESSION_STORE",
	"FILE_NOT_WRITTEN",
	"MCP_LOGIN_FAILED"
]);
function exitCodeOfError(error) {
	if (!isLoadoutError(error) || NOT_CONFIG.has(error.code)) return 1;
	if (/^(?:TRUST|LOCK)_/.test(error.code)) return 6;
	return error.code.startsWith("MODEL_") && error.code !== "MODEL_UNKNOWN" ? 7 : 2;
}

export { exitCodeOfError as n, exitCodeOf as t };