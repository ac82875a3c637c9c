import { n as prepareRun } from "./play-once-BQTCGTDS.js";
import { i as sessionsIn } from "./script-model-DqVCvEsc.js";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isToolUse } from "@loadout/core";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

// packages/cli/src/own-program.ts
/** The file that starts this command in another process. */
const ownProgram = fileURLToPath(new URL("../bin/loadout.js", import.meta.url));

// packages/cli/src/test/kill/compare-ends.ts
/**
* Compares the end of a run that was killed and resumed with the end of the run that nobody killed. While a call that may not be
* repeated was running, nobody knows whether it took effect: then text, output and the files that the run changes are not compared.
*/
function compareEnds({ reference, run, ground, records, open }) {
	const [before, after] = [ended(reference.run, reference.ground), ended(run, ground)];
	const isKnown = open.length === 0;
	return [
		differs("the outcome", before.outcome, after.outcome),
		...isKnown ? [differs("the text", before.text, after.text), differs("the output", before.output, after.output)] : [],
		...Object.keys({
			...before.files,
			...after.files
		}).map((path) => fileDiffers(path, {
			before,
			after,
			isKnown
		})),
		...ranTwice(records)
	].filter((one) => one !== void 0);
}
/** Replaces the folders of the run, which differ between two runs. */
const ended = (run, { workspace, home, state }) => JSON.parse(JSON.stringify({
	...run,
	events: [],
	calls: []
}).replaceAll(workspace, "<workspace>").replaceAll(home, "<home>").replaceAll(state, "<state>"));
function fileDiffers(path, { before, after, isKnown }) {
	const [expected, actual] = [before.files?.[path], after.files?.[path]];
	if (!isKnown && expected?.state !== "unchanged") return void 0;
	return differs(`the file ${path}`, expected?.text ?? expected?.noText ?? "absent", actual?.text ?? actual?.noText ?? "absent");
}
function differs(what, expected, actual) {
	if (isDeepStrictEqual(expected, actual)) return void 0;
	return {
		message: `${what} differs`,
		expected: shown(expected),
		actual: shown(actual)
	};
}
const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value) ?? "nothing").slice(0, 400);
/** A call that may not be repeated starts at most once in its session. */
function ranTwice(records) {
	const seen = /* @__PURE__ */ new Set();
	return records.flatMap((record) => {
		if (record.t === "session") seen.clear();
		if (record.t !== "started" || record.repeatable) return [];
		const again = seen.has(record.id);
		seen.add(record.id);
		return again ? [{ message: `the call ${record.id} of ${record.name} ran twice` }] : [];
	});
}

// packages/cli/src/test/kill/step-labels.ts
/** Reads the lines of sessions. */
function stepLabels(lines) {
	const records = lines.map((line) => JSON.parse(line));
	const names = new Map(records.flatMap(({ t, id, name }) => t === "started" && id !== void 0 ? [[id, name ?? ""]] : []));
	return {
		nameOf: (step) => labelOf(records[step - 1], names),
		endsAfter: (step) => records[step]?.t === "ended",
		openAt: (step) => openIn(records.slice(0, step))
	};
}
function labelOf(record, names) {
	if (record === void 0) return "the end";
	const { t, id = "", name, message } = record;
	if (t === "started") return `started ${name}`;
	if (t === "ended") return `ended ${names.get(id) ?? "a call"}`;
	if (t !== "message" || message === void 0) return t === "asked" ? "the prompt" : t;
	const tools = message.content.filter(isToolUse).map((use) => use.name);
	if (message.role === "user") return "a message to the model";
	return tools.length === 0 ? "an answer of the model" : `an answer with ${tools.join(", ")}`;
}
/** Returns the open calls. An id may occur in several sessions, so each end closes one start. */
function openIn(records) {
	const open = [];
	for (const record of records) {
		if (record.t === "started" && record.repeatable !== true) open.push(record);
		const at = record.t === "ended" ? open.findIndex(({ id }) => id === record.id) : -1;
		if (at >= 0) open.splice(at, 1);
	}
	return open.map(({ name = "" }) => name);
}

// packages/cli/src/test/kill/play-killed.ts
/**
* Kills the run after each record of its sessions, or after those that the test names, and resumes it in another process. Returns the
* differences from the run that nobody killed.
*/
async function playKilled(test, reference, room) {
	const labels = stepLabels(reference.lines);
	const { at = "every-step" } = test.spec.kill ?? {};
	const wanted = at === "every-step" ? reference.lines.map((_, index) => index + 1) : at;
	const steps = wanted.flatMap((step) => labels.endsAfter(step) ? [{
		step,
		isLate: false
	}, {
		step,
		isLate: true
	}] : [{
		step,
		isLate: false
	}]);
	const tooHigh = wanted.find((step) => step > reference.lines.length);
	if (tooHigh !== void 0) return [{
		path: ["kill", "at"],
		message: `The run writes ${reference.lines.length} records, so it cannot be killed after record ${tooHigh}`
	}];
	return (await Promise.all(steps.map((moment) => room.processes.through(() => room.signal.aborted ? Promise.resolve([]) : playStep(test, {
		...moment,
		reference,
		room,
		labels
	}))))).flat();
}
async function playStep(test, { step, isLate, reference, room, labels }) {
	const job = await jobFor(test, room);
	const { ground } = job;
	const killed = await runJob({
		...job,
		killAt: step,
		isLate
	}, room.signal);
	const where = `Killed ${isLate ? "long " : ""}after record ${step} of ${reference.lines.length} (${labels.nameOf(step)})`;
	const say = (message) => ({
		path: ["kill", "at"],
		message: `${where}: ${message}`
	});
	if (killed.signal !== "SIGKILL" && killed.result === void 0) return [say(`the run failed before: ${killed.said}`)];
	const resumed = killed.signal === "SIGKILL" ? await resume(job, room.signal) : killed;
	if (room.signal.aborted) return [];
	if (resumed.result === void 0) return [say(`the resumed run failed: ${resumed.said}`)];
	const records = sessionRecords(ground);
	return compareEnds({
		reference,
		run: resumed.result.run,
		ground,
		records,
		open: labels.openAt(step)
	}).map((difference) => ({
		...say(difference.message),
		expected: difference.expected,
		actual: difference.actual
	}));
}
async function jobFor(test, room) {
	const { ground, planned } = await prepareRun(test, room);
	const { name, file, spec } = test;
	const result = join(ground.state, "result.json");
	return {
		test: {
			name,
			file,
			spec
		},
		ground,
		plan: planned.plan,
		paths: planned.paths,
		folder: room.configDir,
		result
	};
}
/** A process that was killed before its session had the prompt has lost nothing: the prompt is given again. */
function resume(job, signal) {
	const store = sessionsIn(job.ground);
	const [place] = store.list();
	if (place === void 0) return runJob(job, signal);
	const isAsked = store.read(place).some(({ t }) => t === "asked" || t === "message");
	return runJob({
		...job,
		resume: place.id,
		asksAgain: !isAsked
	}, signal);
}
function runJob(job, signal) {
	const file = join(job.ground.state, `job-${job.killAt ?? "resume"}.json`);
	writeFileSync(file, JSON.stringify(job));
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [
			ownProgram,
			"__play",
			file
		], { stdio: [
			"ignore",
			"pipe",
			"pipe"
		] });
		const stop = () => child.kill("SIGKILL");
		signal.addEventListener("abort", stop, { once: true });
		if (signal.aborted) stop();
		let said = "";
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => {
			said = (said + text).slice(-2e3);
		});
		child.once("error", reject);
		child.once("close", (code, by) => {
			signal.removeEventListener("abort", stop);
			resolve({
				signal: by,
				result: existsSync(job.result) ? JSON.parse(readFileSync(job.result, "utf8")) : void 0,
				said: said.trim() || `it exited with ${code ?? by}`
			});
		});
	});
}
/** The records of the sessions of a run, those of subagents included. */
function sessionRecords(ground) {
	const visit = (store) => store.list().flatMap((place) => [...store.read(place), ...visit(store.under(place))]);
	return visit(sessionsIn(ground));
}

export { playKilled };