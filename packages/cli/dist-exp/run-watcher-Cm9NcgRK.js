// packages/cli/src/watch/run-watcher.ts
/** One watcher for all of them. */
const watchedBy = (all) => ({
	started: (run) => {
		for (const one of all) one.started(run);
	},
	event: (run, event) => {
		for (const one of all) one.event(run, event);
	},
	ended: (run, result) => {
		for (const one of all) one.ended(run, result);
	},
	refused: (refusal) => {
		for (const one of all) one.refused(refusal);
	}
});
/** Tells a watcher of a whole run. Resolves when the run has ended, and never rejects. */
async function watchRun(run, { agent, watcher }) {
	const watched = {
		id: run.sessionId,
		session: run.sessionId,
		agent
	};
	watcher.started(watched);
	try {
		for await (const event of run) watcher.event(watched, event);
	} finally {
		watcher.ended(watched, await run.result);
	}
}

export { watchedBy as n, watchRun as t };