import { i as sessionsIn, o as cassetteModel, r as playRecorded, t as scriptModel, u as agentOfTest } from "./script-model-DqVCvEsc.js";
import { readFileSync, writeFileSync } from "node:fs";

// packages/cli/src/test/kill/killing-store.ts
/** Returns a store that calls `before` ahead of each record that is written, also in the sessions of subagents. */
function killingStore(store, before) {
	return {
		place: (id) => store.place(id),
		has: (place) => store.has(place),
		list: () => store.list(),
		read: (place) => store.read(place),
		begin: (place, header) => killingJournal(store.begin(place, header), before),
		reopen: (place) => {
			const { journal, ...rest } = store.reopen(place);
			return {
				...rest,
				journal: killingJournal(journal, before)
			};
		},
		under: (place) => killingStore(store.under(place), before)
	};
}
const killingJournal = (journal, before) => ({
	append(record) {
		before();
		journal.append(record);
	},
	show: (call) => journal.show?.(call),
	sync: async () => journal.sync?.(),
	close: () => journal.close()
});

// packages/cli/src/test/kill/play-job.ts
/** Plays the job in a file, in this process. With `killAt`, this process ends by SIGKILL. */
async function playJob(file) {
	const job = JSON.parse(readFileSync(file, "utf8"));
	const { ground, plan, paths, folder, resume, asksAgain } = job;
	const test = placeless(job.test);
	const model = test.spec.model?.cassette === void 0 ? await scriptModel(test, {
		agent: agentOfTest(test, plan),
		folder
	}) : await cassetteModel(test, {
		ground,
		folder
	});
	const pathOf = ({ file: of, line, column }) => paths[`${of}:${line}:${column}`];
	const options = { sessionStore: () => storeOf(job) };
	const signal = new AbortController().signal;
	const parts = {
		test,
		ground,
		planned: {
			plan,
			pathOf
		},
		model,
		env: process.env,
		signal,
		options,
		resume,
		asksAgain
	};
	const { run } = await playRecorded(parts);
	writeFileSync(job.result, JSON.stringify({ run }));
	return 0;
}
/** The store of the sessions of this process, which ends it at the record of the job. */
function storeOf({ ground, killAt, isLate }) {
	if (killAt === void 0) return sessionsIn(ground);
	let written = 0;
	const die = () => {
		if (written >= killAt) process.kill(process.pid, "SIGKILL");
	};
	const store = sessionsIn(ground, (lines) => {
		written += lines.length;
		if (isLate !== true) die();
	});
	return killingStore(store, die);
}
const placeless = (test) => {
	const position = {
		file: test.file,
		line: 1,
		column: 1
	};
	return {
		...test,
		position,
		at: () => position,
		frame: () => void 0
	};
};

export { playJob };