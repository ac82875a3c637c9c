import { createRequire } from "node:module";
import { realpathSync } from "node:fs";
import { resolvePlugin } from "@loadout/runner";
import { fileURLToPath } from "node:url";

// packages/cli/src/load/sandbox-package.ts
/** The package that wraps commands. tool-shell uses it but does not install it. */
const SANDBOX_PACKAGE = "@anthropic-ai/sandbox-runtime";
const SHELL = "@loadout/tool-shell";
/** Whether an agent wants a sandbox whose package is missing. Each command of the agent would fail. */
function lacksSandboxPackage({ plugins, configDir }) {
	const shell = plugins.find(({ use }) => use === SHELL || use.startsWith(`${SHELL}@`));
	const module = shell === void 0 ? void 0 : resolvePlugin(shell.use, configDir);
	if (module === void 0) return false;
	try {
		createRequire(realpathSync(fileURLToPath(module))).resolve(SANDBOX_PACKAGE);
		return false;
	} catch {
		return true;
	}
}

export { lacksSandboxPackage as n, SANDBOX_PACKAGE as t };