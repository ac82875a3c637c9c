import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@loadout/core';
import { fromValue } from '../document/from-value.js';
import type { Node } from '../document/node.js';
import { errors } from '../errors.js';
import type { ReadContext } from './read-text.js';

/**
 * Loads the default export of a configuration written as a module. All of its values have the file's first character as their
 * position.
 */
export async function loadModule(file: string, context: ReadContext): Promise<Node | undefined> {
  const { report } = context;
  const place = { file, line: 1, column: 1, length: 1, layer: context.place.layer };
  try {
    return fromValue(await defaultExport(file), { place, report });
  } catch (error) {
    const problem = messageOf(error);
    report.error(errors.CONFIG_MODULE({ file, problem }, { cause: error }), { path: [], place });
    return undefined;
  }
}

async function defaultExport(file: string): Promise<unknown> {
  if (extname(file) === '.ts') {
    const { createJiti } = await import('jiti');
    return createJiti(import.meta.url, { fsCache: false }).import(file, { default: true });
  }
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  if (typeof module === 'object' && module !== null && 'default' in module) return module.default;
  throw new Error('it has no default export');
}
