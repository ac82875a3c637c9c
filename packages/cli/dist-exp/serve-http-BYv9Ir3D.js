import { t as errors$1 } from "./errors-CdFutMww.js";
import { t as checkNeeds } from "./check-needs-BZa_5cTg.js";
import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { n as permissionOverrides } from "./agent-overrides-Du9f4CUO.js";
import { t as readWholeNumber } from "./read-whole-number-nPB8AL55.js";
import { t as targetAgent } from "./target-agent-FpuCx81Q.js";
import { r as plainEvent } from "./json-views-B3IY4xu3.js";
import { r as sessionEvents, t as readRecording } from "./read-recording-Bzri5ahF.js";
import { t as describeSession } from "./describe-session-CVUYRouz.js";
import { t as version } from "./version-RWscvlO1.js";
import { t as onSignals } from "./on-signals-DXK389bd.js";
import { r as wholeSecrets } from "./session-agent-D5JQ7oue.js";
import { t as keepServing } from "./keep-serving-DxJwsbuU.js";
import { t as readPort } from "./read-port-DbjzPoPT.js";
import { t as openLog } from "./operator-log-DuG9GolE.js";
import { n as watchedBy } from "./run-watcher-Cm9NcgRK.js";
import { existsSync } from "node:fs";
import { isLoadoutError, messageOf } from "@loadout/core";
import { createAgent, listSessions, redactValue, redactor, sessionFolder, sessionPlace } from "@loadout/runner";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { Strangers } from "@loadout/node";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

// packages/cli/src/serve/http/event-log.ts
/** The number of events of one run that are kept for late readers. Older events are dropped. */
const MOST_EVENTS = 2e4;
/** The events of a run, for any number of readers, each at its own pace. */
var EventLog = class {
	#events = [];
	#count = 0;
	#isClosed = false;
	#wake = [];
	get count() {
		return this.#count;
	}
	add(json) {
		this.#count += 1;
		this.#events.push({
			id: this.#count,
			json
		});
		if (this.#events.length > MOST_EVENTS) this.#events = this.#events.slice(MOST_EVENTS / 4);
		this.#tell();
	}
	close() {
		this.#isClosed = true;
		this.#tell();
	}
	/** The events behind an id, then new events until the last event or the abort. Dropped events are skipped. */
	async *after(id, signal) {
		let last = id;
		while (!signal.aborted) {
			const [first] = this.#events;
			const next = first === void 0 ? void 0 : this.#events[Math.max(0, last + 1 - first.id)];
			if (next !== void 0) {
				last = next.id;
				yield next;
			} else if (this.#isClosed) return;
			else await this.#news(signal);
		}
	}
	#news(signal) {
		return new Promise((resolve) => {
			const wake = () => {
				signal.removeEventListener("abort", wake);
				resolve();
			};
			signal.addEventListener("abort", wake, { once: true });
			this.#wake.push(wake);
		});
	}
	#tell() {
		const waiting = this.#wake;
		this.#wake = [];
		for (const wake of waiting) wake();
	}
};

// packages/cli/src/serve/http/recorded-runs.ts
/** The id of the `number`th run of a session. The first has the id of the session, so that it is found without a list of runs. */
const runId = (session, number) => number === 1 ? session : `${session}-r${number}`;
/** Finds runs in the sessions of a workspace, so that a restart loses none. */
var RecordedRuns = class {
	#folder;
	constructor(folder) {
		this.#folder = folder;
	}
	/** Returns a run. `undefined` if there is no such session, or the session has no such run. */
	find(id) {
		const [, session = id, suffix] = /^(.+)-r(\d+)$/.exec(id) ?? [];
		const number = Number(suffix ?? 1);
		const run = this.#runsOf(session)[number - 1];
		return run === void 0 ? void 0 : {
			...run,
			session
		};
	}
	/** Counts the runs of a session that came to an end. */
	ended(session) {
		return this.#runsOf(session).filter(({ result }) => result !== void 0).length;
	}
	/** Describes the newest sessions. */
	newest(most) {
		return listSessions(this.#folder).slice(0, most).map(describeSession);
	}
	#runsOf(session) {
		if (!/^[\w-]{1,64}$/.test(session)) return [];
		const { file } = sessionPlace(this.#folder, session);
		return existsSync(file) ? runsIn(readRecording(file)) : [];
	}
};
/** Cuts the events of a session at the results of its runs. */
function runsIn(events) {
	const [first] = events;
	const agent = first?.type === "init" ? first.init.agent : "";
	const runs = [];
	let from = 0;
	for (const [index, event] of events.entries()) {
		if (event.type !== "result") continue;
		runs.push({
			agent,
			events: events.slice(from, index + 1),
			result: event.result
		});
		from = index + 1;
	}
	const rest = events.slice(from);
	return rest.length > (runs.length === 0 ? 0 : 1) ? [...runs, {
		agent,
		events: rest
	}] : runs;
}

// packages/cli/src/serve/http/engine-runs.ts
const EVERY_MS = 500;
/**
* The runs of an engine. This process keeps nothing of them: another process, or this one after a restart, gives the same answers and
* continues the events at the same numbers.
*/
var EngineRuns = class {
	running = 0;
	#parts;
	#isOpen = true;
	constructor(parts) {
		this.#parts = parts;
	}
	get isOpen() {
		return this.#isOpen;
	}
	/** Refuses new runs. Those of the engine go on. */
	close() {
		this.#isOpen = false;
	}
	async start({ agent: name, prompt, resume }) {
		if (!this.#isOpen) throw errors$1.HTTP_ENDING({});
		const { client, plan, hash, agentFor } = this.#parts;
		const agent = resume === void 0 ? agentFor(name) : (await this.#find(resume)).agent;
		const session = resume ?? randomUUID();
		const number = resume === void 0 ? 1 : (await this.#runsOf(session)).length + await client.openPrompts(session) + 1;
		const hide = redactor(plan.secrets) ?? ((text) => text);
		await client.submit(agent, {
			session,
			prompt: hide(prompt),
			plan: hash
		});
		return {
			id: runId(session, number),
			agent,
			session,
			state: "queued",
			events: 0
		};
	}
	async list() {
		return (await this.#parts.client.runs()).filter(({ agent }) => this.#isServed(agent)).map((one) => stateOf$1(one, { id: one.run }));
	}
	async get(id) {
		const { session, number } = numberedOf(id);
		const listed = await this.#find(session);
		const { result, events = [] } = (await this.#runsOf(session))[number - 1] ?? {};
		if (result === void 0) return stateOf$1(listed, {
			id,
			events: events.length
		});
		return {
			id,
			agent: listed.agent,
			session,
			state: "ended",
			events: events.length,
			result
		};
	}
	async events(id, signal) {
		const numbered = numberedOf(id);
		await this.#find(numbered.session);
		const log = new EventLog();
		this.#follow(log, numbered, signal);
		return log;
	}
	async interrupt(id) {
		const { session } = numberedOf(id);
		await this.#find(session);
		await this.#parts.client.cancel(session);
		return this.get(id);
	}
	async answer(id, { call, by = "a client of the HTTP server", ...given }) {
		const { session } = numberedOf(id);
		await this.#find(session);
		await this.#parts.client.answer(session, call, {
			by,
			...given
		});
		return this.get(id);
	}
	/** Adds the events of a run as the engine records them. */
	async #follow(log, numbered, signal) {
		while (!signal.aborted) {
			const started = performance.now();
			if (await this.#addNews(log, numbered)) break;
			await setTimeout$1(Math.max(EVERY_MS, 5 * (performance.now() - started)), void 0, { signal }).catch(() => {});
		}
		log.close();
	}
	/** Resolves to true after the last event. An engine that does not answer is asked again. */
	async #addNews(log, { session, number }) {
		try {
			const { state } = await this.#find(session);
			const { events = [], result } = (await this.#runsOf(session))[number - 1] ?? {};
			for (const event of events.slice(log.count)) log.add(printableJson(plainEvent(event)));
			return result !== void 0 || OVER.includes(state);
		} catch (error) {
			if (isLoadoutError(error) && error.code === "ENGINE_UNREACHABLE") return false;
			log.add(printableJson({
				type: "notice",
				message: `The events behind this one cannot be told: ${messageOf(error)}`
			}));
			return true;
		}
	}
	async #runsOf(session) {
		const { records } = await this.#parts.client.session(session);
		return runsIn(sessionEvents(records, { path: session }).filter((event) => !isDeferred(event)));
	}
	/** Throws HTTP_RUN_UNKNOWN, also for a run of an agent that is not served here. */
	async #find(session) {
		const unknown = () => errors$1.HTTP_RUN_UNKNOWN({ id: session });
		const found = await this.#parts.client.run(session).catch((error) => {
			throw isLoadoutError(error) && error.code === "ENGINE_RUN_UNKNOWN" ? unknown() : error;
		});
		if (!this.#isServed(found.agent)) throw unknown();
		return found;
	}
	#isServed(agent) {
		return this.#parts.agents.includes(agent);
	}
};
const isDeferred = (event) => event.type === "result" && event.result.outcome === "deferred";
const OVER = [
	"ended",
	"cancelled",
	"failed"
];
function numberedOf(id) {
	const [, session = id, suffix] = /^(.+)-r(\d+)$/.exec(id) ?? [];
	return {
		session,
		number: Number(suffix ?? 1)
	};
}
const stateOf$1 = ({ run, agent, state, at, asks }, { id, events }) => ({
	id,
	agent,
	session: run,
	state: OVER.includes(state) ? "ended" : state,
	startedAt: at,
	...events === void 0 ? {} : { events },
	...asks.length === 0 ? {} : { asks }
});

// packages/cli/src/serve/http/guard.ts
/** The names by which a program on this machine calls the server. */
const LOCAL_HOSTS = [
	"localhost",
	"127.0.0.1",
	"::1"
];
/**
* Throws HTTP_HOST for a request that names another host, or comes from a page of another host. A browser that a foreign name led
* here sends that name.
*/
function checkHost({ host, origin }, { hosts }) {
	if (!hosts.includes(nameOf(`http://${host ?? ""}`) ?? "")) throw errors$1.HTTP_HOST({
		what: "Host",
		found: host ?? "(none)"
	});
	if (origin !== void 0 && !hosts.includes(nameOf(origin) ?? "")) throw errors$1.HTTP_HOST({
		what: "Origin",
		found: origin
	});
}
/** Checks the token of a request. Throws HTTP_TOKEN. */
function checkToken({ authorization }, { token }) {
	if (token === void 0) return;
	const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
	if (given === void 0 || !timingSafeEqual(sha256(given), sha256(token))) throw errors$1.HTTP_TOKEN({});
}
function nameOf(url) {
	try {
		return new URL(url).hostname.replace(/^\[|\]$/g, "");
	} catch {
		return;
	}
}
/** Hashes have equal lengths, so the time of the comparison reveals nothing about the token. */
const sha256 = (text) => createHash("sha256").update(text).digest();

// packages/cli/src/serve/http/answer.ts
const MAX_BODY_BYTES = 1048576;
/** The interval at which a waiting client gets a sign of life. */
const BEAT_MS = 15e3;
/** The HTTP status of an error. Every other error is the fault of the request. */
const STATUS = {
	HTTP_TOKEN: 401,
	HTTP_HOST: 403,
	HTTP_ROUTE: 404,
	HTTP_RUN_UNKNOWN: 404,
	SESSION_UNKNOWN: 404,
	HTTP_NOBODY_ASKED: 404,
	ENGINE_NOTHING_ASKED: 409,
	ENGINE_ANSWER_UNFIT: 400,
	ENGINE_ANSWERED: 409,
	ENGINE_EXPIRED: 409,
	ENGINE_NO_APPROVER: 403,
	ENGINE_UNREACHABLE: 502,
	HTTP_METHOD: 405,
	SESSION_BUSY: 409,
	HTTP_TOO_LARGE: 413,
	HTTP_NOT_JSON: 415,
	HTTP_BUSY: 429,
	HTTP_ENDING: 503
};
const HEADERS = {
	HTTP_TOKEN: { "www-authenticate": "Bearer" },
	HTTP_BUSY: { "retry-after": "5" },
	HTTP_ENDING: { "retry-after": "30" },
	HTTP_TOO_LARGE: { connection: "close" }
};
function sendJson(outgoing, { status = 200, body, headers = {} }) {
	outgoing.writeHead(status, {
		"content-type": "application/json; charset=utf-8",
		"cache-control": "no-store",
		"x-content-type-options": "nosniff",
		...headers
	});
	outgoing.end(`${printableJson(body)}\n`);
}
/** Sends metrics in Prometheus's text format. */
function sendText(outgoing, text) {
	outgoing.writeHead(200, {
		"content-type": "text/plain; version=0.0.4; charset=utf-8",
		"cache-control": "no-store"
	});
	outgoing.end(text);
}
/** Sends an error. For an unexpected error, the client only learns that there was one. */
function sendError(outgoing, error) {
	if (outgoing.headersSent) return void outgoing.destroy();
	if (!isLoadoutError(error)) {
		sendJson(outgoing, {
			status: 500,
			body: { error: {
				code: "INTERNAL",
				message: "The server failed to answer."
			} }
		});
		return;
	}
	const { code, message, fix } = error;
	sendJson(outgoing, {
		status: STATUS[code] ?? 400,
		body: { error: {
			code,
			message,
			fix
		} },
		headers: { ...HEADERS[code] }
	});
}
/** Reads the body as an object. Throws HTTP_NOT_JSON, HTTP_TOO_LARGE, HTTP_BODY. */
async function readObject(incoming) {
	const type = incoming.headers["content-type"] ?? "(none)";
	if (!/^application\/json(?:;|$)/i.test(type)) throw errors$1.HTTP_NOT_JSON({ found: type });
	let value;
	const text = await readBody(incoming);
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw errors$1.HTTP_BODY({ problem: `it is not JSON: ${error.message}` });
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw errors$1.HTTP_BODY({ problem: "it is no object" });
	return value;
}
async function readBody(incoming) {
	const tooLarge = () => errors$1.HTTP_TOO_LARGE({ most: MAX_BODY_BYTES });
	if (Number(incoming.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
	const chunks = [];
	let size = 0;
	for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}
/**
* Sends the events behind an id as server-sent events, then each new event, up to the last event of the run. Holds at most one
* event at a time.
*/
async function sendEvents(outgoing, { log, after }) {
	const gone = new AbortController();
	outgoing.once("close", () => gone.abort());
	outgoing.writeHead(200, {
		"content-type": "text/event-stream",
		"cache-control": "no-store",
		"x-accel-buffering": "no"
	});
	outgoing.flushHeaders();
	const beat = setInterval(() => outgoing.write(": still here\n\n"), BEAT_MS).unref();
	try {
		for await (const { id, json } of log.after(after, gone.signal)) if (!outgoing.write(`id: ${id}\ndata: ${json}\n\n`)) await once(outgoing, "drain", { signal: gone.signal }).catch(() => {});
		outgoing.end();
	} finally {
		clearInterval(beat);
	}
}

// packages/cli/src/serve/http/routes.ts
/** The routes by path, then by method. Source: CLI-07. */
const ROUTES = [
	{
		path: /^\/runs$/,
		methods: {
			GET: async ({ outgoing, runs }) => sendJson(outgoing, { body: { runs: await runs.list() } }),
			POST: startRun
		}
	},
	{
		path: /^\/runs\/([\w-]+)$/,
		methods: {
			GET: async ({ outgoing, runs, id }) => sendJson(outgoing, { body: await runs.get(id) }),
			DELETE: async ({ outgoing, runs, id }) => sendJson(outgoing, {
				status: 202,
				body: await runs.interrupt(id)
			})
		}
	},
	{
		path: /^\/runs\/([\w-]+)\/events$/,
		methods: { GET: tellEvents }
	},
	{
		path: /^\/runs\/([\w-]+)\/answers$/,
		methods: { POST: answerRun }
	},
	{
		path: /^\/metrics$/,
		methods: { GET: ({ outgoing, metrics }) => sendText(outgoing, metrics.text()) }
	}
];
/** Answers one request. Throws the error for a refused request. */
async function answer({ incoming, outgoing }, site) {
	const { runs, metrics } = site;
	const method = incoming.method === "HEAD" ? "GET" : incoming.method ?? "GET";
	const [pathname = "/"] = (incoming.url ?? "/").split("?", 1);
	checkHost(incoming.headers, site);
	if (pathname === "/health" && method === "GET") return sendJson(outgoing, { body: {
		status: "ok",
		version: version(),
		running: runs.running
	} });
	if (pathname === "/ready" && method === "GET") return sendJson(outgoing, {
		status: runs.isOpen ? 200 : 503,
		body: { status: runs.isOpen ? "ready" : "ending" }
	});
	checkToken(incoming.headers, site);
	site.trust(incoming.socket);
	const route = ROUTES.find(({ path }) => path.test(pathname));
	if (route === void 0) throw errors$1.HTTP_ROUTE({ path: pathname });
	const work = Object.hasOwn(route.methods, method) ? route.methods[method] : void 0;
	if (work === void 0) throw errors$1.HTTP_METHOD({
		method,
		path: pathname,
		methods: Object.keys(route.methods)
	});
	await work({
		incoming,
		outgoing,
		runs,
		metrics,
		id: route.path.exec(pathname)?.[1] ?? ""
	});
}
async function startRun({ incoming, outgoing, runs }) {
	const state = await runs.start(wishOf(await readObject(incoming)));
	sendJson(outgoing, {
		status: 202,
		body: state,
		headers: { location: `/runs/${state.id}` }
	});
}
async function answerRun({ incoming, outgoing, runs, id }) {
	if (runs.answer === void 0) throw errors$1.HTTP_NOBODY_ASKED({});
	sendJson(outgoing, {
		status: 202,
		body: await runs.answer(id, answerOf(await readObject(incoming)))
	});
}
const FIELDS = [
	"agent",
	"prompt",
	"resume"
];
const ANSWER_FIELDS = [
	"call",
	"behavior",
	"message",
	"by",
	"proof"
];
function wishOf(body) {
	checkTexts(body, FIELDS);
	const { agent, prompt, resume } = body;
	if (prompt === void 0 || prompt.trim() === "") throw errors$1.HTTP_BODY({ problem: "it has no prompt" });
	return {
		agent,
		prompt,
		resume
	};
}
function answerOf(body) {
	const { texts, ...single } = body;
	checkTexts(single, ANSWER_FIELDS);
	if (texts !== void 0 && !(Array.isArray(texts) && texts.every((text) => typeof text === "string"))) throw errors$1.HTTP_BODY({ problem: "texts must be a list of texts" });
	const { behavior, ...rest } = body;
	if (behavior !== "allow" && behavior !== "deny") throw errors$1.HTTP_BODY({ problem: "its behavior must be allow or deny" });
	return {
		...rest,
		behavior
	};
}
/** Throws HTTP_BODY for a field that is not known or no text. */
function checkTexts(body, fields) {
	const unknown = Object.keys(body).filter((name) => !fields.includes(name));
	if (unknown.length > 0) throw errors$1.HTTP_BODY({ problem: `it has ${unknown.join(", ")}, which is not known` });
	const wrong = fields.filter((name) => body[name] !== void 0 && typeof body[name] !== "string");
	if (wrong.length > 0) throw errors$1.HTTP_BODY({ problem: `${wrong.join(" and ")} must be text` });
}
async function tellEvents({ incoming, outgoing, runs, id }) {
	const last = incoming.headers["last-event-id"];
	const after = Number(Array.isArray(last) ? last[0] : last ?? 0);
	if (!Number.isInteger(after) || after < 0) throw errors$1.HTTP_BODY({ problem: "Last-Event-ID is no number of an event" });
	const gone = new AbortController();
	outgoing.once("close", () => gone.abort());
	await sendEvents(outgoing, {
		log: await runs.events(id, gone.signal),
		after
	});
}

// packages/cli/src/serve/http/listen.ts
const MAX_CONNECTIONS = 1024;
/** The time limits for the head of a request and for the whole request. */
const HEAD_MS = 1e4;
const REQUEST_MS = 6e4;
const LOOK_EVERY_MS = 1e3;
/** The query is left out: a client may write a secret into it. */
const requestOf = ({ method = "", url = "/" }) => `${method} ${url.split("?", 1)[0] ?? ""}`.slice(0, 200);
/** Starts the server. Throws HTTP_PORT. */
async function listen(site, { host, port = 0, onFault }) {
	const strangers = new Strangers();
	const trust = strangers.trust.bind(strangers);
	const server = createServer({
		headersTimeout: HEAD_MS,
		requestTimeout: REQUEST_MS,
		connectionsCheckingInterval: LOOK_EVERY_MS
	}, (incoming, outgoing) => {
		answer({
			incoming,
			outgoing
		}, {
			...site,
			trust
		}).catch((error) => {
			if (error instanceof Error && !("code" in error)) onFault(error);
			if (isLoadoutError(error)) site.refused({
				code: error.code,
				message: error.message,
				what: requestOf(incoming)
			});
			sendError(outgoing, error);
			incoming.resume();
		});
	});
	server.maxConnections = MAX_CONNECTIONS;
	server.on("connection", (socket) => strangers.admit(socket));
	server.listen({
		port,
		host,
		exclusive: true
	});
	try {
		await once(server, "listening");
	} catch (cause) {
		throw errors$1.HTTP_PORT({
			host,
			port,
			problem: cause.message
		}, { cause });
	}
	const { port: found } = server.address();
	const close = async () => {
		const closed = once(server, "close");
		server.close();
		server.closeIdleConnections();
		const late = setTimeout(() => server.closeAllConnections(), 1e3);
		await closed;
		clearTimeout(late);
	};
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${found}`,
		close
	};
}

// packages/cli/src/serve/http/served-runs.ts
/** The number of ended runs that are kept. */
const MOST_ENDED = 200;
/** The runs of a server: the active runs, and the newest ended runs. */
var ServedRuns = class {
	#parts;
	#runs = /* @__PURE__ */ new Map();
	#working = /* @__PURE__ */ new Set();
	/** Requested runs that have not begun yet. */
	#starting = /* @__PURE__ */ new Set();
	#isClosing = false;
	constructor(parts) {
		this.#parts = parts;
	}
	/** Whether new runs are accepted. */
	get isOpen() {
		return !this.#isClosing;
	}
	get running() {
		return this.#working.size + this.#starting.size;
	}
	/** Starts a run. Throws HTTP_BUSY, HTTP_ENDING, and any error of the start. */
	async start(wish) {
		if (this.#isClosing) throw errors$1.HTTP_ENDING({});
		if (this.running >= this.#parts.most) throw errors$1.HTTP_BUSY({ most: this.#parts.most });
		const starting = this.#begin(wish);
		this.#starting.add(starting);
		try {
			return stateOf(await starting);
		} finally {
			this.#starting.delete(starting);
		}
	}
	async list() {
		return [...this.#runs.values()].map(stateOf).reverse();
	}
	/** Returns a run, also one of an earlier process. Throws HTTP_RUN_UNKNOWN. */
	async get(id) {
		const served = this.#runs.get(id);
		return served === void 0 ? (await this.#before(id)).state : stateOf(served);
	}
	/** Returns the events of a run. Throws HTTP_RUN_UNKNOWN. */
	async events(id) {
		return this.#runs.get(id)?.log ?? (await this.#before(id)).log();
	}
	/** Reads a run of an earlier process. Its agent must be served here, and its secrets are hidden as those of a new run. */
	async #before(id) {
		const found = this.#parts.recorded.find(id);
		const agent = found === void 0 ? void 0 : await this.#parts.agentFor(found.agent).catch(() => void 0);
		if (found === void 0 || agent === void 0) throw errors$1.HTTP_RUN_UNKNOWN({ id });
		const redact = redactor(agent.spec.secrets);
		const { result, session, events } = found;
		return {
			state: {
				id,
				agent: found.agent,
				session,
				state: result === void 0 ? "unfinished" : "ended",
				events: events.length,
				...result === void 0 ? {} : { result: redactValue(result, redact) }
			},
			log: () => logOf(events, redact)
		};
	}
	async interrupt(id) {
		const served = this.#find(id);
		served.run.interrupt();
		return stateOf(served);
	}
	/** Refuses new runs, and waits for the active ones. */
	async drain() {
		this.#isClosing = true;
		while (this.running > 0) await Promise.allSettled([...this.#starting, ...this.#working]);
	}
	interruptAll() {
		for (const { run, result } of this.#runs.values()) if (result === void 0) run.interrupt();
	}
	#find(id) {
		const served = this.#runs.get(id);
		if (served === void 0) throw errors$1.HTTP_RUN_UNKNOWN({ id });
		return served;
	}
	async #begin({ agent: name, prompt, resume }) {
		const agent = await this.#parts.agentFor(name);
		const run = agent.run(prompt, { resume });
		const served = {
			id: this.#freeId(run.sessionId, resume),
			agent: agent.name,
			run,
			log: new EventLog(),
			startedAt: (/* @__PURE__ */ new Date()).toISOString(),
			redact: redactor(agent.spec.secrets)
		};
		this.#runs.set(served.id, served);
		this.#parts.watcher.started(watched(served));
		const work = this.#follow(served, agent.spec.secrets).finally(() => this.#working.delete(work));
		this.#working.add(work);
		return served;
	}
	async #follow(served, secrets) {
		const { run, log, redact } = served;
		try {
			for await (const event of wholeSecrets(run, {
				secrets,
				redact
			})) {
				if (event.type !== "raw") log.add(lineOf(event, redact));
				this.#parts.watcher.event(watched(served), event);
			}
		} catch (error) {
			log.add(printableJson({
				type: "notice",
				message: `The events behind this one cannot be told: ${messageOf(error)}`
			}));
		}
		served.result = await resultOf(run, redact);
		this.#parts.watcher.ended(watched(served), served.result);
		log.close();
		this.#forget();
	}
	#freeId(session, resume) {
		let number = resume === void 0 ? 1 : this.#parts.recorded.ended(session) + 1;
		while (this.#runs.has(runId(session, number))) number += 1;
		return runId(session, number);
	}
	#forget() {
		const ended = [...this.#runs.values()].filter(({ result }) => result !== void 0);
		for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#runs.delete(id);
	}
};
const watched = ({ id, agent, run }) => ({
	id,
	agent,
	session: run.sessionId
});
function logOf(events, redact) {
	const log = new EventLog();
	for (const event of events) log.add(lineOf(event, redact));
	log.close();
	return log;
}
/**
* Writes an event as a line. An event that cannot be written as text, such as one with endless nesting, is reported by its name.
*/
function lineOf(event, redact) {
	try {
		return printableJson(redactValue(plainEvent(event), redact));
	} catch (error) {
		return printableJson({
			type: event.type,
			omitted: messageOf(error)
		});
	}
}
/** The result of a run. Never rejects: a failure of a run is its own result and affects no other run. */
async function resultOf(run, redact) {
	const result = await run.result;
	try {
		const told = redactValue(result, redact);
		printableJson(told);
		return told;
	} catch (error) {
		const { sessionId, outcome, text } = result;
		const problem = {
			code: "INTERNAL",
			message: `The result cannot be told as a whole: ${messageOf(error)}`
		};
		return {
			...result,
			sessionId,
			outcome,
			text: redact?.(text) ?? text,
			calls: [],
			denials: [],
			structuredOutput: void 0,
			error: problem
		};
	}
}
const stateOf = ({ id, agent, run, log, startedAt, result }) => ({
	id,
	agent,
	session: run.sessionId,
	state: result === void 0 ? "running" : "ended",
	startedAt,
	events: log.count,
	...result === void 0 ? {} : { result }
});

// packages/cli/src/watch/metrics.ts
const FAMILIES = {
	loadout_runs_started_total: {
		type: "counter",
		help: "Runs that started."
	},
	loadout_runs_ended_total: {
		type: "counter",
		help: "Runs that ended, by outcome."
	},
	loadout_runs_running: {
		type: "gauge",
		help: "Runs under way."
	},
	loadout_run_duration_seconds: {
		type: "histogram",
		help: "Seconds from the start of a run to its end."
	},
	loadout_calls_total: {
		type: "counter",
		help: "Tool calls, by tool and outcome."
	},
	loadout_tokens_total: {
		type: "counter",
		help: "Tokens of ended runs, by type."
	},
	loadout_cost_usd_total: {
		type: "counter",
		help: "US dollars of ended runs whose price is known."
	},
	loadout_cost_unknown_total: {
		type: "counter",
		help: "Ended runs whose price is unknown."
	},
	loadout_requests_refused_total: {
		type: "counter",
		help: "Requests that were refused, by code."
	}
};
/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [
	.1,
	.5,
	1,
	5,
	10,
	30,
	60,
	300,
	900,
	3600
];
/**
* Counts the work of a server, as text for Prometheus. Labels are names of the configuration, codes and outcomes, so the number of
* series does not grow with the number of runs. Sessions, runs and subagents are no labels: a call of a subagent counts for the
* agent of its run.
*/
var Metrics = class {
	/** Values by family, then by the text of the labels. */
	#values = /* @__PURE__ */ new Map();
	#durations = /* @__PURE__ */ new Map();
	started({ agent }) {
		this.#add("loadout_runs_started_total", { agent });
		this.#add("loadout_runs_running", { agent });
	}
	event({ agent }, event) {
		const inner = event.type === "subagent" ? event.event : event;
		if (inner.type !== "tool_result") return;
		const tool = inner.call.code === "TOOL_UNKNOWN" ? "unknown" : inner.name;
		this.#add("loadout_calls_total", {
			agent,
			tool,
			outcome: inner.call.outcome
		});
	}
	ended({ agent }, { outcome, usage, costUsd, durationMs }) {
		this.#add("loadout_runs_running", { agent }, -1);
		this.#add("loadout_runs_ended_total", {
			agent,
			outcome
		});
		const tokens = {
			input: usage.input_tokens,
			output: usage.output_tokens,
			cache_read: usage.cache_read_input_tokens,
			cache_write: usage.cache_creation_input_tokens
		};
		for (const [type, count] of Object.entries(tokens)) if (count) this.#add("loadout_tokens_total", {
			agent,
			type
		}, count);
		if (costUsd === null) this.#add("loadout_cost_unknown_total", { agent });
		else this.#add("loadout_cost_usd_total", { agent }, costUsd);
		this.#observe(textOf$1({ agent }), durationMs / 1e3);
	}
	refused({ code }) {
		this.#add("loadout_requests_refused_total", { code });
	}
	/** The text in Prometheus's format 0.0.4. */
	text() {
		return Object.keys(FAMILIES).map((name) => this.#family(name)).join("");
	}
	#family(name) {
		const { help, type } = FAMILIES[name];
		const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
		if (type === "histogram") return head + [...this.#durations].map(([labels, counts]) => histogram(name, labels, counts)).join("");
		return head + [...this.#values.get(name) ?? []].map(([labels, value]) => `${name}{${labels}} ${value}\n`).join("");
	}
	#add(name, labels, by = 1) {
		const family = this.#values.get(name) ?? /* @__PURE__ */ new Map();
		const key = textOf$1(labels);
		family.set(key, (family.get(key) ?? 0) + by);
		this.#values.set(name, family);
	}
	/** Adds a value to its bucket. The last two numbers are the count and the sum. */
	#observe(key, seconds) {
		const counts = this.#durations.get(key) ?? BUCKETS.map(() => 0);
		this.#durations.set(key, counts);
		const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
		if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
		counts[BUCKETS.length] = (counts[BUCKETS.length] ?? 0) + 1;
		counts[BUCKETS.length + 1] = (counts[BUCKETS.length + 1] ?? 0) + seconds;
	}
};
function histogram(name, labels, counts) {
	const count = counts[BUCKETS.length] ?? 0;
	let below = 0;
	const rows = BUCKETS.map((bound, index) => {
		below += counts[index] ?? 0;
		return `${name}_bucket{${labels},le="${bound}"} ${below}\n`;
	});
	const sum = counts[BUCKETS.length + 1] ?? 0;
	return `${rows.join("")}${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`;
}
const textOf$1 = (labels) => Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`).join(",");

// packages/cli/src/commands/serve-http.ts
const MOST_RUNS = 5;
const TOKEN = "LOADOUT_HTTP_TOKEN";
const LEAST_TOKEN = 16;
/**
* Serves runs. Exits with 0 when it is told to end and all runs have ended, otherwise with the code of the signal that
* interrupted them.
*/
const execute = async ({ positionals: [only], flags }, io) => {
	const host = flags.host ?? "127.0.0.1";
	const token = readToken(flags, {
		env: io.env,
		host
	});
	const port = flags.port === void 0 ? void 0 : readPort(flags.port);
	const most = flags["max-runs"] === void 0 ? MOST_RUNS : readWholeNumber("--max-runs", flags["max-runs"]);
	const loaded = await loadPlan(flags, {
		io,
		wish: { agent: only }
	});
	tellWarnings(loaded, io);
	if (only !== void 0) targetAgent(only, {
		plan: loaded.plan,
		env: io.env
	});
	const log = flags.log === void 0 ? void 0 : openLog(flags.log, io);
	const metrics = new Metrics();
	const watcher = watchedBy(log === void 0 ? [metrics] : [metrics, log]);
	const parts = {
		loaded,
		flags,
		io,
		only,
		watcher,
		most
	};
	const { runs, interrupt, end } = flags.engine ? await engineRuns(parts) : localRuns(parts);
	const hosts = [
		...LOCAL_HOSTS,
		host,
		...flags["allowed-host"]
	];
	const onFault = (error) => io.tell(`note: ${printable(error.message)}\n`);
	const release = keepServing(io);
	const endpoint = await listen({
		runs,
		metrics,
		token,
		hosts,
		refused: watcher.refused
	}, {
		host,
		port,
		onFault
	});
	const signals = onSignals(io, {
		busy: () => runs.running,
		interrupt
	});
	io.tell(`Serving ${only ?? plural(Object.keys(loaded.plan.agents).length, "agent")} at ${endpoint.url}\n`);
	if (token === void 0) io.tell("note: No token is required. Every program on this machine can start runs.\n");
	await signals.first;
	await end(() => endpoint.close());
	signals.release();
	release();
	log?.close();
	return signals.exitCode;
};
/** The runs of this process. */
function localRuns({ loaded, flags, io, only, watcher, most }) {
	const { plan } = loaded;
	const agents = new Agents({
		plan,
		flags,
		io,
		only,
		check: (name) => checkNeeds(loaded, name, io.env)
	});
	const { workspace, sessions } = plan;
	const recorded = new RecordedRuns(sessionFolder({
		workspace,
		dir: sessions.dir,
		env: io.env
	}));
	const runs = new ServedRuns({
		agentFor: (name) => agents.get(name),
		most,
		watcher,
		recorded
	});
	const end = async (closeEndpoint) => {
		await runs.drain();
		await closeEndpoint();
		await agents.close();
	};
	return {
		runs,
		interrupt: () => runs.interruptAll(),
		end
	};
}
/** The runs of an engine, which go on when this process ends. Throws USAGE_FLAGS_TOGETHER for flags about runs of this process. */
async function engineRuns({ loaded, flags, io, only }) {
	const rules = flags.allow.length + flags.ask.length + flags.deny.length;
	if (rules > 0 || flags["permission-mode"] !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--engine", rules > 0 ? "--allow, --ask or --deny" : "--permission-mode"] });
	if (flags["max-runs"] !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--engine", "--max-runs"] });
	const { plan } = loaded;
	const { EngineClient, planHash } = await loadEnginePackage(plan.configDir, "loadout serve http --engine");
	io.hideToo(redactor(plan.secrets));
	const served = only === void 0 ? plan : {
		...plan,
		agents: pick(plan.agents, only)
	};
	const runs = new EngineRuns({
		client: new EngineClient(engineAddress(io.env)),
		plan,
		hash: planHash(plan),
		agents: Object.keys(served.agents),
		agentFor: (name) => targetAgent(name, {
			plan: served,
			env: io.env
		})
	});
	const end = async (closeEndpoint) => {
		runs.close();
		await closeEndpoint();
	};
	return {
		runs,
		interrupt: () => {},
		end
	};
}
/** Reads the token. Throws HTTP_NO_TOKEN, HTTP_NO_AUTH, SERVE_TOKEN. */
function readToken(flags, { env, host }) {
	const variable = flags["token-env"] ?? TOKEN;
	if (flags["no-auth"]) {
		if (flags["token-env"] !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--no-auth", "--token-env"] });
		if (!LOCAL_HOSTS.includes(host)) throw errors$1.HTTP_NO_AUTH({ host });
		return;
	}
	const token = env[variable] ?? "";
	if (token === "") throw errors$1.HTTP_NO_TOKEN({ variable });
	if (token.length < LEAST_TOKEN || /\s/.test(token)) throw errors$1.SERVE_TOKEN({
		variable,
		length: token.length
	});
	return token;
}
/** The agents of the server. Each is prepared at its first use and kept. */
var Agents = class {
	#parts;
	#ready = /* @__PURE__ */ new Map();
	constructor(parts) {
		this.#parts = parts;
	}
	async get(wanted) {
		const { plan, flags, io, only, check } = this.#parts;
		const served = only === void 0 ? plan : {
			...plan,
			agents: only in plan.agents ? pick(plan.agents, only) : {}
		};
		const name = targetAgent(wanted, {
			plan: served,
			env: io.env
		});
		check(name);
		const make = async () => {
			const made = await createAgent({
				plan,
				agent: name,
				env: io.env,
				permissions: permissionOverrides(flags)
			});
			io.hideToo(redactor(made.spec.secrets));
			return made;
		};
		const agent = this.#ready.get(name) ?? make();
		this.#ready.set(name, agent);
		agent.catch(() => this.#ready.delete(name));
		return agent;
	}
	async close() {
		for (const agent of this.#ready.values()) await (await agent.catch(() => void 0))?.close();
	}
};
const pick = (all, name) => Object.fromEntries(Object.entries(all).filter(([key]) => key === name));

export { execute };