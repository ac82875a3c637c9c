import { existsSync } from "node:fs";
import { join } from "node:path";
import { homedir } from "node:os";

// packages/cli/src/sessions/sdk-sessions.ts
/** The sessions of this folder that the Agent SDKs' engine stores. Empty if the engine is not installed or stores none. */
async function sdkSessions(workspace, { env }) {
	const home = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude");
	if (!existsSync(join(home, "projects"))) return [];
	return (await (await loadSdkSessions())?.listSessions({
		dir: workspace,
		includeWorktrees: false
	}) ?? []).map(({ sessionId, summary, lastModified, fileSize = 0 }) => ({
		id: sessionId,
		modified: new Date(lastModified).toISOString(),
		agent: "",
		bytes: fileSize,
		state: "agent-sdk",
		prompt: summary
	}));
}
/** `undefined` if the engine is not installed. Then there are no sessions of it. */
const loadSdkSessions = () => import("@loadout/sdk").catch((error) => {
	if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return void 0;
	throw error;
});

export { sdkSessions as n, loadSdkSessions as t };