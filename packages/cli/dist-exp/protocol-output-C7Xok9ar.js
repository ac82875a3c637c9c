import { Writable } from "node:stream";

// packages/cli/src/serve/protocol-output.ts
/**
* Reserves standard output for the frames of a protocol. From now on, a plugin's own output goes to standard error. Secrets are
* removed from frames as from all output.
*/
function takeOutput(io, process) {
	const { stdout, stderr } = process;
	const write = stdout.write.bind(stdout);
	stdout.write = stderr.write.bind(stderr);
	return new Writable({
		decodeStrings: false,
		write(frame, _encoding, done) {
			const text = frame.toString();
			write(io.redact?.(text) ?? text, done);
		}
	});
}

export { takeOutput as t };