import { t as errors } from "./errors-CdFutMww.js";

// packages/cli/src/serve/read-port.ts
/** Reads a port number. Throws SERVE_PORT. */
function readPort(value) {
	if (!(/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65536)) throw errors.SERVE_PORT({ value });
	return Number(value);
}

export { readPort as t };