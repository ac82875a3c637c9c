import { i as trustOptions } from "./settle-trust-COPkQTMd.js";

// packages/cli/src/load/lock-options.ts
/** The content of a lock: everything that the configuration names, trusted or not. */
function lockOptions({ plan, mounts }, { flags, io }) {
	const { configDir, configFile = "" } = plan;
	return {
		configFile,
		configDir,
		mounts,
		env: io.env,
		trust: trustOptions(flags, io)
	};
}

export { lockOptions as t };