import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { realpathSync } from "node:fs";
import { isLoadoutError } from "@loadout/core";
import { sessionFolder } from "@loadout/runner";

// packages/cli/src/load/session-folder.ts
/** The folder of the sessions. Sessions can be listed even if the configuration is gone. */
async function workplaceOf(flags, io) {
	try {
		const { plan } = await loadPlan(flags, {
			io,
			wish: {
				keepParams: true,
				loadsNothing: true
			}
		});
		const workspace = realpathSync(plan.workspace);
		return {
			workspace,
			sessions: sessionFolder({
				workspace,
				dir: plan.sessions.dir,
				env: io.env
			}),
			secrets: plan.secrets
		};
	} catch (error) {
		if (!isLoadoutError(error) || error.code !== "CONFIG_NOT_FOUND" || flags.config !== void 0) throw error;
		const workspace = realpathSync(workingFolder(io.cwd, {
			flag: "--cwd",
			dir: flags.cwd
		}));
		return {
			workspace,
			sessions: sessionFolder({
				workspace,
				env: io.env
			}),
			secrets: []
		};
	}
}

export { workplaceOf as t };