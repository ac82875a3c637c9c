import { n as engineDir, r as loadEnginePackage } from "./engine-package-DsDP48O0.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { t as readPort } from "./read-port-DbjzPoPT.js";
import { t as onInterrupt } from "./on-interrupt-BTC-SPQr.js";
import { resolve } from "node:path";

// packages/cli/src/commands/engine-dev.ts
const execute = async ({ flags }, io) => {
	const { startServer } = await loadEnginePackage(io.cwd, "loadout engine dev");
	const portOf = (value, fallback) => value === void 0 ? fallback : readPort(value);
	const server = await startServer({
		dir: flags.dir === void 0 ? engineDir(io.env) : resolve(io.cwd, flags.dir),
		port: portOf(flags.port, 8080),
		adminPort: portOf(flags["admin-port"], 9070),
		nodePort: portOf(flags["node-port"], 5122),
		from: [io.cwd],
		env: io.env
	});
	const { release } = onInterrupt(io, () => void server.stop());
	io.tell(`The engine runs. Start a worker with: loadout worker\n`);
	if (flags.port !== void 0 || flags["admin-port"] !== void 0) io.tell(`Set LOADOUT_ENGINE=${server.ingress} LOADOUT_ENGINE_ADMIN=${server.admin}\n`);
	const reason = await server.ended;
	release();
	io.tell(`The engine ended: ${printable(reason)}\n`);
	return 0;
};

export { execute };