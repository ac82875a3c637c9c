import { t as checkNeeds } from "./check-needs-BZa_5cTg.js";
import { n as engineDir, r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { r as tellWarnings, t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { t as readWholeNumber } from "./read-whole-number-nPB8AL55.js";
import { t as keepServing } from "./keep-serving-DxJwsbuU.js";
import { t as readPort } from "./read-port-DbjzPoPT.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { redactor } from "@loadout/runner";

// packages/cli/src/commands/worker.ts
const CONCURRENCY = 5;
const PORT = 9180;
/** Half of the time after which the engine gives up a silent worker, unless the engine is configured otherwise. */
const FENCE_SECONDS = 10;
/** Serves the agents until a signal. The runs of this worker continue on the next one. */
const execute = async ({ flags }, io) => {
	const loaded = await loadPlan(flags, {
		io,
		wish: {}
	});
	const { plan } = loaded;
	tellWarnings(loaded, io);
	for (const agent of Object.keys(plan.agents)) checkNeeds(loaded, agent, io.env);
	io.hideToo(redactor(plan.secrets));
	const { serveWorker } = await loadEnginePackage(plan.configDir, "loadout worker");
	const unwatch = keepServing(io);
	let stop = () => {};
	const stopped = new Promise((resolve) => {
		stop = resolve;
	});
	const { release } = onInterrupt(io, () => stop());
	try {
		const serving = await serveWorker({
			plan,
			env: io.env,
			dir: engineDir(io.env),
			engine: engineAddress(io.env),
			concurrency: flags.concurrency === void 0 ? CONCURRENCY : readWholeNumber("--concurrency", flags.concurrency),
			host: flags.host ?? "127.0.0.1",
			port: flags.port === void 0 ? PORT : readPort(flags.port),
			advertise: flags.advertise,
			identityKeys: flags["identity-key"],
			labels: flags.label,
			fenceMs: (flags.fence === void 0 ? FENCE_SECONDS : readWholeNumber("--fence", flags.fence)) * 1e3,
			tell: (line) => io.tell(`${printable(line)}\n`)
		});
		io.tell(`Serving ${plural(Object.keys(plan.agents).length, "agent")} at ${serving.url}, plan ${serving.hash.slice(0, 12)}\n`);
		await stopped;
		await serving.close();
	} finally {
		release();
		unwatch();
	}
	return 0;
};

export { execute };