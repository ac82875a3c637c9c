import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@loadout/core';
import type { Command, CommandManifest } from '@loadout/core/commands';
import { errors } from './errors.js';

/**
 * The rows of `"commands"` for the manifest of the package in `dir`: each `module` that its package.json lists, with the definition
 * of the command that the built module exports. `undefined` if it lists none. Throws MANIFEST_COMMAND.
 */
export async function commandRows(dir: string, packageJson: unknown): Promise<readonly CommandManifest[] | undefined> {
  const { loadout } = packageJson as { readonly loadout?: { readonly commands?: readonly { readonly module: string }[] } };
  if (loadout?.commands === undefined) return undefined;
  return Promise.all(loadout.commands.map(async ({ module }) => ({ ...(await definitionIn(dir, module)), module })));
}

async function definitionIn(dir: string, module: string): Promise<Command['definition']> {
  const found = (await import(pathToFileURL(join(dir, module)).href).catch((cause: unknown) => {
    throw errors.MANIFEST_COMMAND({ module, problem: messageOf(cause) }, { cause });
  })) as { readonly default?: Partial<Command> };
  const { definition, run } = found.default ?? {};
  if (definition !== undefined && typeof run === 'function') return definition;
  throw errors.MANIFEST_COMMAND({ module, problem: 'its default export is not a command' });
}
