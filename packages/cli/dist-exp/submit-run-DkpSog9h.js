import { t as exitCodeOf } from "./exit-code-DYIrWmlJ.js";
import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { redactor, sessionPlace } from "@loadout/runner";

// packages/cli/src/remote/submit-run.ts
/** Submits a prompt to a session of the engine, with the plan of this configuration. */
async function submitRun({ agent, session, ...wish }, { plan, io, command }) {
	sessionPlace({ dir: plan.configDir }, session);
	const { EngineClient, planHash } = await loadEnginePackage(plan.configDir, command);
	const client = new EngineClient(engineAddress(io.env));
	const hide = redactor(plan.secrets) ?? ((text) => text);
	const { id } = await client.submit(agent, {
		...wish,
		prompt: hide(wish.prompt),
		session,
		plan: planHash(plan)
	});
	return {
		run: session,
		ended: () => client.result(id)
	};
}
/** Waits for the end of a run and prints its answer. Resolves to the exit code that the run would have here. */
async function showEnd({ run, ended }, { io, json }) {
	io.tell(`Submitted ${run}\n`);
	const end = await ended();
	if (json) io.out(`${printableJson({
		run,
		...end
	}, 2)}\n`);
	else if (end.text !== "") io.out(`${printable(end.text)}\n`);
	if (end.error !== void 0 && !json) io.tell(`${printable(end.error.message)}\n`);
	return exitCodeOf(end.outcome);
}

export { submitRun as n, showEnd as t };