import { i as plain } from "./decision-BnLJaKz7.js";
import { a as changesText, i as trustOptions, n as settleTrust } from "./settle-trust-COPkQTMd.js";
import { n as loadWhole } from "./load-plan-DoFHF-M1.js";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { errors } from "@loadout/config";

// packages/cli/src/test/gate.ts
/** Lets at most so many pieces of work run at once. */
var Gate = class {
	#free;
	#waiting = [];
	constructor(most) {
		this.#free = most;
	}
	async through(work) {
		if (this.#free === 0) await new Promise((enter) => this.#waiting.push(enter));
		else this.#free -= 1;
		try {
			return await work();
		} finally {
			const next = this.#waiting.shift();
			if (next === void 0) this.#free += 1;
			else next();
		}
	}
};

// packages/cli/src/test/require-trust.ts
/** Throws TRUST_NEEDED unless all parts are trusted: a test of half a configuration says nothing. */
function requireTrust(trust, context) {
	if (trust === void 0 || trust.trusted) return;
	if ((trustOptions(context.flags, context.io).hashes ?? []).length > 0) settleTrust(trust, context);
	const changes = trust.changes === void 0 ? void 0 : changesText(trust.changes, { paint: plain });
	throw errors.TRUST_NEEDED({
		config: trust.config,
		hash: trust.hash,
		what: "loadout test runs only what is trusted",
		changes
	});
}

// packages/cli/src/test/plans.ts
/**
* The plans of the tests. A configuration is read once for all tests with the same profile, params and variables, in a folder of its own
* whose path is unique. For each run, that path is replaced by the workspace of the run wherever the plan names it.
*/
var Plans = class {
	#parts;
	#placeholder;
	#loaded = /* @__PURE__ */ new Map();
	constructor(parts) {
		this.#parts = parts;
		this.#placeholder = join(parts.root, "plan", "workspace");
		mkdirSync(this.#placeholder, { recursive: true });
	}
	/** Reads the configuration for one agent. Throws as `loadConfig` does. */
	load(agent, { profile, params = {}, env = {} } = {}) {
		const key = JSON.stringify([
			agent,
			profile,
			params,
			env
		]);
		const known = this.#loaded.get(key) ?? this.#read(agent, {
			profile,
			params,
			env
		});
		this.#loaded.set(key, known);
		return known;
	}
	/** Returns the plan of a test in the folder of one of its runs. */
	async forRun(test, { workspace, state }) {
		const loaded = await this.load(test.spec.agent, test.spec);
		const moved = replaced(loaded.plan, this.#placeholder, workspace);
		const plan = {
			...moved,
			sessions: {
				...moved.sessions,
				dir: join(state, "sessions")
			},
			budgets: [],
			telemetry: void 0
		};
		const paths = Object.fromEntries(Object.entries(loaded.origins).map(([path, position]) => [keyOf(position), normalPath(path)]));
		return {
			plan,
			loaded,
			paths,
			pathOf: (position) => paths[keyOf(position)]
		};
	}
	async #read(agent, { profile, params, env }) {
		const { flags, io, file, root } = this.#parts;
		const param = [...flags.param, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)];
		const whole = {
			...flags,
			config: file,
			cwd: this.#placeholder,
			param,
			profile: profile ?? flags.profile
		};
		const common = {
			agent,
			tellsTrust: true,
			env: {
				...io.env,
				LOADOUT_MODEL: void 0,
				...env
			},
			userFile: join(root, "plan", "settings.yaml")
		};
		const loaded = await loadWhole(whole, {
			io,
			wish: agent === void 0 ? {
				...common,
				keepParams: true
			} : common
		});
		requireTrust(loaded.trust, {
			flags,
			io
		});
		return loaded;
	}
};
/** Writes `permissions.deny[0]` as `permissions.deny.0`. */
const normalPath = (path) => path.replace(/\[(\d+)\](?=\.|$|\[)/g, ".$1");
const keyOf = ({ file, line, column }) => `${file}:${line}:${column}`;
/** Replaces a path in all texts of plain data. */
function replaced(value, from, to) {
	if (typeof value === "string") return value.includes(from) ? value.replaceAll(from, to) : value;
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((item) => replaced(item, from, to));
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, from, to)]));
}

export { Gate as i, normalPath as n, requireTrust as r, Plans as t };