import { watch } from "node:fs";
import { dirname, resolve } from "node:path";

// packages/cli/src/test/watch-files.ts
/** Milliseconds without a further change after which a change counts, because editors write a file in several steps. */
const QUIET_MS = 80;
/** Resolves at the next change of one of the files, of a `*.test.yaml` beside them, or in one of the folders. */
function nextChange({ files, folders }, signal) {
	const named = new Set(files);
	return new Promise((changed) => {
		const watchers = [];
		let timer;
		const end = () => {
			clearTimeout(timer);
			for (const watcher of watchers) watcher.close();
			signal.removeEventListener("abort", end);
			changed();
		};
		const soon = () => {
			clearTimeout(timer);
			timer = setTimeout(end, QUIET_MS);
		};
		const open = (folder, counts, recursive = false) => watchers.push(watch(folder, { recursive }, (_, name) => name === null || counts(name) ? soon() : void 0).on("error", soon));
		for (const folder of new Set(files.map((file) => dirname(file)))) open(folder, (name) => named.has(resolve(folder, name)) || /\.test\.ya?ml$/.test(name));
		for (const folder of folders) open(folder, () => true, true);
		signal.addEventListener("abort", end, { once: true });
		if (signal.aborted) end();
	});
}

export { nextChange };