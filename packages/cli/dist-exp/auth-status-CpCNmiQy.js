import { t as loadSdk } from "./load-sdk-Df7ABNyO.js";

// packages/cli/src/commands/auth-status.ts
const execute = async ({ flags }, io) => {
	const { credentialStatus } = await loadSdk();
	const status = credentialStatus(io.env);
	if (flags.json) io.out(`${JSON.stringify(status, null, 2)}\n`);
	else if (status.loggedIn) io.out(`The credential is that of ${status.apiKeySource}.\n`);
	else io.out("There is no credential. Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or apiKeyHelper in the settings of the user.\n");
	return status.loggedIn ? 0 : 1;
};

export { execute };