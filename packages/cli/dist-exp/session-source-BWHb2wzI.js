import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { t as workplaceOf } from "./session-folder-BWXxIrjn.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@loadout/core";
import { tmpdir } from "node:os";
import { FileStore } from "@loadout/runner";
import { setTimeout } from "node:timers/promises";

// packages/cli/src/remote/engine-mirror.ts
const OWN = "";
/**
* Sessions of an engine as files of a temporary folder, so that everything that reads sessions reads them. The files of a run that
* goes on are open, as those of a local run.
*/
var EngineMirror = class {
	dir = mkdtempSync(join(tmpdir(), "loadout-engine-"));
	#client;
	/** By the id of the run and the path of the subagent. */
	#written = /* @__PURE__ */ new Map();
	constructor(client) {
		this.#client = client;
	}
	/** Writes the records of a run that are new. Resolves to true once the run has ended. Throws ENGINE_RUN_UNKNOWN. */
	async update(run) {
		const { state } = await this.#client.run(run);
		const { records, children } = await this.#client.session(run);
		this.#append(`${run} ${OWN}`, records, () => ({
			store: new FileStore({ dir: this.dir }),
			id: run
		}));
		for (const [path, own] of children) this.#append(`${run} ${path}`, own, () => this.#storeOf(run, path));
		const isOver = OVER.includes(state);
		if (isOver) {
			for (const [key, { journal }] of this.#written) if (key.startsWith(`${run} `)) journal.close();
		}
		return isOver;
	}
	close() {
		for (const { journal } of this.#written.values()) journal.close();
		rmSync(this.dir, {
			recursive: true,
			force: true
		});
	}
	#append(key, records, place) {
		const [header] = records;
		if (header?.t !== "session") return;
		const written = this.#written.get(key) ?? begin(header, place());
		for (const record of records.slice(written.count)) written.journal.append(record);
		written.count = records.length;
		const at = new Date(records.at(-1)?.at ?? header.startedAt);
		utimesSync(written.file, at, at);
		this.#written.set(key, written);
	}
	/** The store and the id of the session of a subagent, at any depth. */
	#storeOf(run, path) {
		const ids = path.split("/");
		const id = ids.pop() ?? "";
		let store = new FileStore({ dir: this.dir });
		for (const above of [run, ...ids]) store = store.under(store.place(above));
		return {
			store,
			id
		};
	}
};
const OVER = [
	"ended",
	"cancelled",
	"failed"
];
/** The files of the worker's machine are not here, so the session gets a folder of this one. */
function begin(header, { store, id }) {
	const place = store.place(id);
	return {
		file: place.file,
		journal: store.begin(place, {
			...header,
			artifactDir: place.artifactDir
		}),
		count: 1
	};
}

// packages/cli/src/remote/session-source.ts
/** Opens the sessions with these ids. Throws PACKAGE_MISSING, ENGINE_UNREACHABLE, ENGINE_RUN_UNKNOWN with `--engine`. */
async function openSessions(given, wish) {
	const place = await workplaceOf(wish.flags, wish.io);
	if (!wish.flags.engine) return {
		...place,
		given,
		follow: async () => {},
		close: () => {}
	};
	return fromEngine(place, wish, async (client) => {
		const newest = given.includes("latest") ? (await client.runs({ limit: 1 })).map(({ run }) => run) : [];
		return given.flatMap((one) => one === "latest" ? newest : [one]);
	});
}
/** Opens the newest sessions, at most so many. */
async function openNewest(most, wish) {
	const place = await workplaceOf(wish.flags, wish.io);
	if (!wish.flags.engine) return {
		...place,
		given: [],
		follow: async () => {},
		close: () => {}
	};
	return fromEngine(place, wish, async (client) => (await client.runs({ limit: most })).map(({ run }) => run));
}
async function fromEngine(place, { io, command }, choose) {
	const { EngineClient } = await loadEnginePackage(io.cwd, `loadout ${command} --engine`);
	const client = new EngineClient(engineAddress(io.env));
	const given = await choose(client);
	const mirror = new EngineMirror(client);
	try {
		const open = /* @__PURE__ */ new Set();
		for (const run of given) if (!await mirror.update(run)) open.add(run);
		return {
			...place,
			sessions: { dir: mirror.dir },
			given,
			follow: (signal) => follow(mirror, {
				open,
				signal,
				io
			}),
			close: () => mirror.close()
		};
	} catch (error) {
		mirror.close();
		throw error;
	}
}
const EVERY_MS = 1e3;
/** Asks the engine for news, until all runs have ended. An engine that does not answer is asked again. */
async function follow(mirror, { open, signal, io }) {
	let isAnswered = true;
	while (open.size > 0 && !signal.aborted) {
		await setTimeout(EVERY_MS, void 0, { signal }).catch(() => {});
		try {
			for (const run of open) if (!signal.aborted && await mirror.update(run)) open.delete(run);
			isAnswered = true;
		} catch (error) {
			if (isAnswered && !signal.aborted) io.tell(`note: ${printable(messageOf(error))}\n`);
			isAnswered = false;
		}
	}
}

export { openSessions as n, openNewest as t };