import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf } from '@loadout/config';
import type { ConfigText } from '@loadout/core/commands';
import type { Arguments } from '../arguments/definition.js';
import type { add } from '../arguments/trust-definitions.js';
import type { Io } from '../io.js';
import { loadPackage } from '../load/load-package.js';
import { withHost } from '../packaged/command-host.js';

/** Whether `loadout add` means a plugin of Claude Code: one of a marketplace of the file, or a folder with such a manifest or a marketplace. */
export async function isClaudePlugin(wanted: string, config: ConfigText): Promise<boolean> {
  const [, market] = /^[^@/:]+@([\w.-]+)$/.exec(wanted) ?? [];
  if (market !== undefined) return Object.hasOwn(await config.entries('marketplaces'), market);
  const folder = resolve(folderOf(config.file), wanted);
  return (
    /^\.{1,2}\//.test(wanted) &&
    ['.claude-plugin', '.codex-plugin', '.agents/plugins/marketplace.json'].some((name) => existsSync(join(folder, name)))
  );
}

/** Leaves a plugin of Claude Code to the package that reads such plugins. Throws PACKAGE_MISSING. */
export async function addClaude(
  wanted: string,
  { flags, io }: { readonly flags: Arguments<typeof add>['flags']; readonly io: Io },
): Promise<number> {
  const { addPlugin } = await loadPackage('@loadout/claude-files', { needs: 'loadout add', names: ['addPlugin'] });
  return withHost(io, 'add', (host) => addPlugin(wanted, { flags, host }));
}
