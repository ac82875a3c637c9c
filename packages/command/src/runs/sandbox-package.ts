import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@loadout/core/run';
import { resolvePlugin } from '@loadout/runner';

/** The package that wraps commands. tool-shell uses it but does not install it. */
export const SANDBOX_PACKAGE = '@anthropic-ai/sandbox-runtime';
const SHELL = '@loadout/tool-shell';

/** Whether an agent wants a sandbox whose package is missing. Each command of the agent would fail. */
export function lacksSandboxPackage({ plugins, configDir }: Pick<Plan, 'plugins' | 'configDir'>): boolean {
  const shell = plugins.find(({ use }) => use === SHELL || use.startsWith(`${SHELL}@`));
  const module = shell === undefined ? undefined : resolvePlugin(shell.use, configDir);
  if (module === undefined) return false;
  try {
    // Resolves from the module's real place, as an import does, because the module may be linked.
    createRequire(realpathSync.native(fileURLToPath(module))).resolve(SANDBOX_PACKAGE);
    return false;
  } catch {
    return true;
  }
}
