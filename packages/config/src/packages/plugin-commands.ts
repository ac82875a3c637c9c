import { join, relative, sep } from 'node:path';
import { isObject } from '@loadout/core';
import type { CommandManifest } from '@loadout/core/commands';
import { isLocal, splitUse } from './find-package.js';
import { installedAt } from './own-packages.js';

export interface PluginCommand {
  readonly row: CommandManifest;
  /** The file of the module, which is inside the package. */
  readonly file: string;
}

/**
 * The commands that the manifest of a plugin declares. A row that cannot be shown or called is left out: its package may be a
 * stranger's, and it is read before anybody trusts it. Runs no code of the package.
 */
export function pluginCommands(use: string, configDir: string): readonly PluginCommand[] {
  if (isLocal(use)) return [];
  const { name } = splitUse(use);
  const found = installedAt(name, configDir);
  const rows: unknown = isObject(found?.loadout) ? found.loadout.commands : undefined;
  if (found === undefined || !Array.isArray(rows)) return [];
  return rows.filter(isRow).flatMap((row) => {
    const file = join(found.packageDir, row.module);
    const inside = relative(found.packageDir, file);
    return inside === '' || inside.split(sep)[0] === '..' ? [] : [{ row, file }];
  });
}

const isRow = (row: unknown): row is CommandManifest =>
  isObject(row) &&
  isText(row.module) &&
  isText(row.name, /^[a-z][a-z0-9-]{0,30}(?: [a-z][a-z0-9-]{0,30})?$/) &&
  isText(row.summary) &&
  isList(row.positionals, (one) => isText(one.name, /^[\w|-]{1,60}$/) && isText(one.help)) &&
  isList(row.flags, isFlag) &&
  areTexts(row.details) &&
  areTexts(row.examples);

const isFlag = (flag: Readonly<Record<string, unknown>>): boolean =>
  isText(flag.name, /^[a-z][a-z0-9-]{0,30}$/) &&
  flag.name !== 'help' &&
  isText(flag.help) &&
  (flag.short === undefined || isText(flag.short, /^[a-gi-zA-Z]$/)) &&
  (flag.value === undefined || isText(flag.value, /^[\w=,./-]{1,30}$/)) &&
  areTexts(flag.choices) &&
  (flag.needs === undefined || isText(flag.needs)) &&
  areTexts(flag.excludes);

const isList = (value: unknown, isItem: (item: Readonly<Record<string, unknown>>) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isObject(one) && isItem(one));

/** Texts, or none. */
const areTexts = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every((one) => isText(one)));

/** A text of one line that cannot steer a terminal. */
const isText = (value: unknown, form = /^[^\p{C}\u2028\u2029]{1,1000}$/u): value is string =>
  typeof value === 'string' && form.test(value);
