import { n as poolWithServers, t as knownServers } from "./known-servers-B6g37Nms.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { i as trustOptions } from "./settle-trust-COPkQTMd.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { t as oneLine } from "./printable-BZRRzLGW.js";
import { HOOK_EVENTS } from "@loadout/core";
import { loadPlan } from "@loadout/config";
import { listSessions, sessionFolder } from "@loadout/runner";

// packages/cli/src/listings/known-values.ts
const NEWEST = 20;
const named = (names) => [...names].map((value) => ({ value }));
/** The names of a configuration, and of its sessions, that a shell completes. */
const VALUES = {
	agents: ({ agents }) => Object.values(agents).map(({ name, description }) => ({
		value: name,
		about: description
	})),
	models: ({ models }) => named(Object.keys(models)),
	servers: ({ mcpServers = {} }) => named(Object.keys(mcpServers)),
	plugins: ({ plugins }) => plugins.map(({ mount, use }) => ({
		value: mount,
		about: use
	})),
	events: () => named(Object.keys(HOOK_EVENTS)),
	sessions: ({ workspace, sessions }, { env }) => [{
		value: "latest",
		about: "The newest session of this folder."
	}, ...listSessions(sessionFolder({
		workspace,
		dir: sessions.dir,
		env
	})).slice(0, NEWEST).map(({ id }) => ({ value: id }))],
	tools: toolsOf
};
/** Returns the names of one kind. Contract: writes nothing, and starts no server. Throws if the configuration cannot be read. */
async function knownValues(kind, { place, io }) {
	const listing = Object.hasOwn(VALUES, kind) ? VALUES[kind] : void 0;
	if (listing === void 0) return [];
	const cwd = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: place.cwd
	});
	const { config: file, profile } = place;
	const { plan } = await loadPlan({
		cwd,
		file,
		profile,
		keepParams: true,
		env: io.env,
		trust: trustOptions({}, io)
	});
	return listing(plan, io);
}
async function toolsOf(plan, io) {
	const found = /* @__PURE__ */ new Map();
	for (const agent of Object.keys(plan.agents)) await withAgent(plan, {
		agent,
		env: io.env,
		use: async (ready) => {
			const { tools } = poolWithServers(ready, await knownServers({
				plan,
				trust: void 0
			}, {
				agent,
				io
			}));
			for (const { name, api } of tools) found.set(name, {
				value: name,
				about: api.description
			});
		}
	});
	return [...found.values()].sort((a, b) => a.value < b.value ? -1 : 1);
}

// packages/cli/src/commands/complete.ts
const ABOUT_CHARS = 100;
/**
* Answers the completion script of a shell: one `value<TAB>description` to a line, or `:files` or `:folders` where the shell itself
* completes. Contract: never rejects and prints no problem, because a person is typing. Source: U5.
*/
async function complete(wanted, io) {
	const { kind, candidates = [], prefix, typed, place } = wanted;
	if (kind === "files" || kind === "folders") {
		io.out(`:${kind}\n`);
		return 0;
	}
	const known = kind === void 0 ? [] : await knownValues(kind, {
		place,
		io
	}).catch(() => []);
	const fitting = [...candidates, ...known].filter(({ value }) => value.startsWith(typed) && !/\s/.test(value));
	for (const { value, about = "" } of fitting) io.out(`${oneLine(`${prefix}${value}`, 200)}\t${oneLine(about, ABOUT_CHARS)}\n`);
	return 0;
}

export { complete };