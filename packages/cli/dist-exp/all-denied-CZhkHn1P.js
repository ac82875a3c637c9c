// packages/cli/src/run/all-denied.ts
/**
* Whether a run came to its answer without any work, because each call that would have changed something was denied. A script
* that checks only the exit code must not take such a run for completed work. The calls of its agents do not count: the agent
* decides what it makes of their answers.
*/
function isAllDenied({ denials, calls }, { pool }) {
	const toolOf = (name) => pool.tools.find((tool) => tool.name === name);
	return denials.filter((denial) => calls.some(({ id }) => id === denial.tool_use_id)).some(({ tool_name: name, tool_input: input }) => mayChange(() => toolOf(name)?.isReadOnly(input))) && !calls.some(({ name, outcome }) => outcome !== "denied" && mayChange(() => toolOf(name)?.isReadOnly({})));
}
/** A tool that cannot tell for this input counts as changing something. */
function mayChange(isReadOnly) {
	try {
		return isReadOnly() !== true;
	} catch {
		return true;
	}
}

export { isAllDenied as t };