import { t as errors } from "./errors-CdFutMww.js";
import { n as openSessions } from "./session-source-BWHb2wzI.js";
import { n as printable, r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as onSignals } from "./on-signals-DXK389bd.js";
import { t as readPort } from "./read-port-DbjzPoPT.js";
import { t as isCi } from "./is-ci-DsyR-haE.js";
import { n as recordingFile } from "./read-recording-Bzri5ahF.js";
import { n as writePage } from "./write-page-DT-v53Vp.js";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf } from "@loadout/core";
import { homedir } from "node:os";
import { spawn } from "node:child_process";

// packages/cli/src/view/open-browser.ts
/** The program that opens an address, by platform. */
const OPENERS = {
	darwin: ["open"],
	win32: [
		"cmd",
		"/c",
		"start",
		"\"\""
	]
};
/** Whether a person is there who sees a browser: at a terminal, not in CI, and with a display. */
function seesBrowser({ isTerminal, env }, platform = process.platform) {
	const hasDisplay = platform in OPENERS || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER);
	return isTerminal && hasDisplay && !isCi(env);
}
/** Opens an address in the browser. A failure is no error, because the address was printed. */
function openBrowser(url, { env }) {
	const [program = "", ...words] = OPENERS[process.platform] ?? ["xdg-open"];
	const child = spawn(program, [...words, url], {
		env: { ...env },
		stdio: "ignore",
		detached: true
	});
	child.on("error", () => {});
	child.unref();
}

// packages/cli/src/view/open-recordings.ts
/** Opens recordings by their ids or files: all of them, or none. Throws REPLAY_MISSING, VIEW_UNREAD, VIEW_FORMAT. */
async function openRecordings(given, place) {
	const opened = [];
	try {
		for (const one of given) opened.push(await openOne(one, place));
		return opened;
	} catch (error) {
		for (const recording of opened) await recording.close();
		throw error;
	}
}
async function openOne(given, place) {
	const file = recordingFile(given, place) ?? claudeFile(given, place.env);
	if (file === void 0) throw errors.REPLAY_MISSING({
		given,
		dir: place.sessions.dir
	});
	if (!statSync(file).isFile()) throw errors.VIEW_UNREAD({
		file,
		problem: "it is not a regular file"
	});
	const { openFile } = await import("@loadout/viewer");
	try {
		return await openFile(file);
	} catch (cause) {
		if (!(cause instanceof Error && "syscall" in cause)) throw cause;
		throw errors.VIEW_UNREAD({
			file,
			problem: messageOf(cause)
		}, { cause });
	}
}
/** The file of a session of Claude Code, or of the Agent SDKs' engine, with this id. */
function claudeFile(id, env) {
	const projects = join(env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude"), "projects");
	if (!/^[\w-]{1,64}$/.test(id) || !existsSync(projects)) return void 0;
	return readdirSync(projects).map((project) => join(projects, project, `${id}.jsonl`)).find((file) => existsSync(file));
}

// packages/cli/src/commands/view.ts
/** Exits with 0 whatever the outcome of the recorded run: the run is shown, not judged. */
const execute = async ({ positionals, flags }, io) => {
	checkFlags(flags);
	const source = await openSessions(positionals.length === 0 ? ["latest"] : positionals, {
		flags,
		io,
		command: "view"
	});
	const { sessions, secrets, given } = source;
	const ending = new AbortController();
	let recordings = [];
	let following;
	try {
		recordings = await openRecordings(given, {
			cwd: io.cwd,
			sessions,
			env: io.env
		});
		if (flags.export !== void 0) {
			const wish = {
				io,
				secrets,
				whole: flags.whole,
				results: !flags["no-results"]
			};
			await writePage(resolve(io.cwd, flags.export), recordings, wish);
		} else if (flags.json) printTrajectories(recordings, io);
		else {
			following = source.follow(ending.signal);
			await serve(recordings, {
				flags,
				io
			});
		}
	} finally {
		ending.abort();
		await following;
		for (const recording of recordings) await recording.close();
		source.close();
	}
	return 0;
};
/** Throws USAGE_FLAGS_TOGETHER and USAGE_FLAG_ALONE for flags that would do nothing. */
function checkFlags(flags) {
	const { json, export: file, port, "no-open": closed, whole, "no-results": bare } = flags;
	const named = [
		...json ? ["--json"] : [],
		...file === void 0 ? [] : ["--export"],
		...port === void 0 ? [] : ["--port"],
		...closed ? ["--no-open"] : []
	];
	if (named.length > 1 && (json || file !== void 0)) throw errors.USAGE_FLAGS_TOGETHER({ flags: named });
	if (file !== void 0) return;
	if (whole) throw errors.USAGE_FLAG_ALONE({
		flag: "--whole",
		needs: "--export"
	});
	if (bare) throw errors.USAGE_FLAG_ALONE({
		flag: "--no-results",
		needs: "--export"
	});
}
/** Prints the trajectory; a list of two if two are compared. */
function printTrajectories(recordings, io) {
	const all = recordings.map(({ trajectory }) => trajectory);
	io.out(`${printableJson(all.length === 1 ? all[0] : all, 2)}\n`);
}
/** Serves the page until a signal ends it. */
async function serve(recordings, { flags, io }) {
	const { pageHtml, serveRecordings } = await import("@loadout/viewer");
	const port = flags.port === void 0 ? void 0 : readPort(flags.port);
	const onFault = (error) => io.tell(`note: ${printable(String(error))}\n`);
	const viewer = await serveRecordings(recordings, {
		page: pageHtml(),
		port,
		onFault
	});
	const signals = onSignals(io, {
		busy: () => 0,
		interrupt: () => {}
	});
	const names = recordings.map(({ trajectory }) => oneLine(trajectory.head.id)).join(" and ");
	io.tell(`Showing ${names} at this address, which opens once. Ctrl+C ends the viewer.\n`);
	io.out(`${viewer.url}\n`);
	if (!flags["no-open"] && seesBrowser(io)) openBrowser(viewer.url, io);
	await signals.first;
	await viewer.close();
	signals.release();
}

export { execute };