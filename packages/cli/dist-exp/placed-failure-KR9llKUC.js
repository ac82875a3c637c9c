import { t as errors$1 } from "./errors-CdFutMww.js";
import { i as trustOptions } from "./settle-trust-COPkQTMd.js";
import { i as Gate, r as requireTrust, t as Plans } from "./plans-0hsd_ojC.js";
import { a as TestFolder } from "./play-once-BQTCGTDS.js";
import { basename, dirname, relative, sep } from "node:path";
import { judgeConfig, judgeTests, loadTests } from "@loadout/config";

// packages/cli/src/test/select-tests.ts
/** Returns the tests that a command selects. Throws TEST_NOT_FOUND, TEST_ONLY_IN_CI. */
function selectTests(tests, { filter, tags, shard, isCi }) {
	const only = tests.filter(({ spec }) => spec.only === true);
	const [first] = only;
	if (isCi && first !== void 0) throw errors$1.TEST_ONLY_IN_CI({ name: first.name }, { position: first.at(["only"]) });
	const tagged = (only.length > 0 ? only : tests).filter(({ spec }) => tags.length === 0 || tags.some((tag) => spec.tags?.includes(tag)));
	const found = filter === void 0 ? tagged : matching(tagged, filter);
	if (found.length === 0) {
		const asked = [...filter === void 0 ? [] : [JSON.stringify(filter)], ...tags.map((tag) => `the tag ${tag}`)].join(" and ");
		throw errors$1.TEST_NOT_FOUND({
			filter: asked,
			names: tests.map(({ name }) => name)
		});
	}
	return shard === void 0 ? found : found.filter((_, index) => index % shard.of === shard.part - 1);
}
/** A whole name selects its test alone, although it is a part of other names. */
function matching(tests, filter) {
	const exact = tests.filter(({ name }) => name === filter);
	if (exact.length > 0) return exact;
	const wanted = filter.toLowerCase();
	return tests.filter(({ name, file }) => name.toLowerCase().includes(wanted) || basename(file).toLowerCase().includes(wanted));
}

// packages/cli/src/test/open-room.ts
/** Reads the selected tests, passes them to the work, and removes the temporary folders at its end. */
async function inRoom(wish, { io, signal }, use) {
	const { file, root, flags, jobs, live, record } = wish;
	const folder = new TestFolder();
	try {
		const plans = new Plans({
			flags,
			io,
			file,
			root: folder.root
		});
		const { tests, files, loaded } = await readTests(wish, {
			io,
			plans
		});
		const processes = new Gate(jobs);
		return await use({
			room: {
				plans,
				folder,
				env: io.env,
				signal,
				root,
				processes,
				configDir: dirname(file),
				profile: flags.profile,
				live,
				record
			},
			loaded,
			files,
			tests: selectTests(tests, wish.selection)
		});
	} finally {
		if (wish.keep) {
			folder.keep();
			io.tell(`The folders of the tests are kept in ${folder.root}\n`);
		} else folder.remove();
	}
}
/**
* Reads the tests once the configuration and the tests that act are trusted: a test of half a configuration says nothing. Throws
* TRUST_NEEDED, CONFIG_INVALID, TEST_NONE.
*/
async function readTests({ flags, file, root }, { io, plans }) {
	requireTrust(await judgeTests(file, trustOptions(flags, io)), {
		flags,
		io
	});
	requireTrust(await judgeConfig({
		cwd: root,
		file,
		env: io.env,
		trust: trustOptions(flags, io)
	}), {
		flags,
		io
	});
	const { tests, files } = await loadTests(file);
	if (tests.length === 0) throw errors$1.TEST_NONE({ file });
	const env = Object.assign({}, ...tests.map(({ spec }) => spec.env ?? {}));
	return {
		tests,
		files,
		loaded: await plans.load(void 0, { env })
	};
}

// packages/cli/src/test/placed-failure.ts
/** Gives a failure its place in the file, and paths that do not depend on this run. */
function placedFailure({ position, path, ...failure }, { test, room }) {
	const at = position ?? (path.length === 0 ? test.position : test.at(path));
	const { message, detail, expected, actual, fix } = failure;
	const short = (text) => shortPaths(text, room);
	return {
		...failure,
		message: short(message),
		...detail === void 0 ? {} : { detail: detail.map(short) },
		...expected === void 0 ? {} : { expected: short(expected) },
		...actual === void 0 ? {} : { actual: short(actual) },
		...fix === void 0 ? {} : { fix: short(fix) },
		path,
		file: shownFile(at.file, room.root),
		line: at.line,
		column: at.column,
		frame: test.frame(at)
	};
}
/** Removes the folders of the run and of the configuration from the paths in a text. */
function shortPaths(text, { folder, configDir, root }) {
	const runs = new RegExp(`${escaped(folder.root)}/\\d+/(workspace|home|state)(/|(?![\\w-]))`, "g");
	const relativeToRun = text.replace(runs, (_, name, end) => name !== "workspace" ? `<${name}>${end}` : end === "/" ? "" : ".");
	return [configDir, root].reduce((rest, dir) => dir === "/" ? rest : rest.replaceAll(`${dir}/`, ""), relativeToRun);
}
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const shownFile = (file, root) => relative(root, file).split(sep).join("/");

export { shownFile as n, inRoom as r, placedFailure as t };