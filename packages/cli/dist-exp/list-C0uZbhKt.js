import { t as errors$1 } from "./errors-CdFutMww.js";
import { n as poolWithServers, t as knownServers } from "./known-servers-B6g37Nms.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { t as loadPlan$1 } from "./load-plan-DoFHF-M1.js";
import { n as placeText } from "./decision-BnLJaKz7.js";
import { r as printableJson, t as oneLine } from "./printable-BZRRzLGW.js";
import { t as table } from "./table-IDrEM81G.js";
import { nearest } from "@loadout/core";
import { readManifest } from "@loadout/config";

// packages/cli/src/listings/listed-tools.ts
/** The tools of all agents and of pinned servers, each with the agents that see it. Loads the plugins and starts no server. */
async function listedTools(loaded, io) {
	const { plan } = loaded;
	const found = /* @__PURE__ */ new Map();
	for (const agent of Object.keys(plan.agents)) await withAgent(plan, {
		agent,
		env: io.env,
		use: async (ready) => {
			const pool = poolWithServers(ready, await knownServers(loaded, {
				agent,
				io
			}));
			for (const { name, annotations, origin } of pool.tools) {
				const tool = found.get(name) ?? {
					readOnly: annotations.readOnlyHint,
					from: origin.from,
					agents: []
				};
				tool.agents.push(agent);
				found.set(name, tool);
			}
		}
	});
	return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([name, { readOnly, from, agents }]) => ({
		name,
		cells: [
			readOnly ? "read-only" : "may change",
			agents.join(", "),
			from
		],
		fields: {
			readOnly,
			from,
			agents
		},
		position: positionOf(from, plan)
	}));
}
/** The place of a tool is the mount of its plugin. */
const positionOf = (from, plan) => plan.plugins.find(({ mount }) => from.endsWith(`(plugins.${mount})`))?.position;

// packages/cli/src/listings/listings.ts
/** The listings of `loadout list`. */
const LISTINGS = {
	agents,
	tools: listedTools,
	hooks,
	mcp,
	plugins,
	skills
};
function agents({ plan }) {
	return Object.values(plan.agents).map(({ name, description = "", models, tools, subagents, position }) => ({
		name,
		cells: [
			models.join(", ") || "default model",
			tools.join(", ") || "no tools",
			description
		],
		fields: {
			description,
			models,
			tools,
			...subagents === void 0 ? {} : { subagents: Object.keys(subagents) }
		},
		position
	}));
}
function hooks({ plan }) {
	return [...plan.hooks.map((hook) => hookOf(hook, "all agents")), ...Object.values(plan.agents).flatMap(({ name, hooks: theirs }) => theirs.map((hook) => hookOf(hook, name)))];
}
function hookOf({ event, matcher, entry, position }, of) {
	const { type, command, url, prompt, use, module: path, server, tool } = entry;
	const does = [
		command,
		url,
		use,
		path,
		server,
		tool,
		prompt
	].filter((one) => typeof one === "string").join(" ");
	return {
		name: matcher === void 0 ? event : `${event}(${matcher})`,
		cells: [
			of,
			type,
			does
		],
		fields: {
			event,
			matcher,
			of,
			...entry
		},
		position
	};
}
function mcp({ plan }) {
	return Object.entries(plan.mcpServers ?? {}).map(([key, { options, approved, position }]) => {
		const { command, args, url, start, disabled } = options;
		const at = typeof url === "string" ? url : [command, ...Array.isArray(args) ? args : []].join(" ");
		const when = disabled === true ? "disabled" : typeof start === "string" ? start : "eager";
		const locked = approved === void 0 ? void 0 : Object.keys(approved).length;
		return {
			name: key,
			cells: [when, at],
			fields: {
				start: when,
				runs: at,
				locked
			},
			position
		};
	});
}
function plugins({ plan }) {
	const named = plan.plugins.map(({ mount, use, optional, position }) => ({
		mount,
		use,
		optional,
		position
	}));
	const models = Object.entries(plan.providers).map(([mount, { use, position }]) => ({
		mount,
		use,
		optional: false,
		position
	}));
	return [...named, ...models].map(({ mount, use, optional, position }) => {
		const version = readManifest(use, plan.configDir)?.version;
		const kind = models.some((one) => one.mount === mount) ? "provider" : "plugin";
		return {
			name: mount,
			cells: [
				kind,
				use,
				version ?? ""
			],
			fields: {
				kind,
				use,
				version,
				optional
			},
			position
		};
	});
}
function skills({ plan }) {
	return Object.values(plan.skills ?? {}).map(({ name, description, modelInvocable, userInvocable, file, position }) => {
		return {
			name,
			cells: [[...modelInvocable ? ["model"] : [], ...userInvocable ? [`/${name}`] : []].join(", "), description],
			fields: {
				description,
				modelInvocable,
				userInvocable,
				file
			},
			position: position ?? {
				file,
				line: 1,
				column: 1
			}
		};
	});
}

// packages/cli/src/commands/list.ts
const execute = async ({ positionals: [what = ""], flags }, io) => {
	const kinds = Object.keys(LISTINGS);
	if (!isKind(what)) throw errors$1.LIST_KIND({
		value: what,
		nearest: nearest(what, kinds),
		choices: kinds
	});
	const loaded = await loadPlan$1(flags, {
		io,
		wish: {
			keepParams: true,
			loadsNothing: what !== "tools"
		}
	});
	const listed = await LISTINGS[what](loaded, io);
	const placeOf = ({ position }) => position === void 0 ? void 0 : placeText(position, io.cwd);
	if (flags.json) {
		const entries = listed.map((one) => ({
			name: one.name,
			...one.fields,
			at: placeOf(one)
		}));
		io.out(`${printableJson({ [what]: entries }, 2)}\n`);
	} else if (listed.length === 0) io.out(`The configuration declares no ${what === "mcp" ? "MCP servers" : what}.\n`);
	else io.out(table(listed.map((one) => [
		oneLine(one.name),
		...one.cells.map((cell) => oneLine(cell, 60)),
		placeOf(one) ?? ""
	])));
	return 0;
};
const isKind = (what) => Object.hasOwn(LISTINGS, what);

export { execute };