import { readFileSync } from 'node:fs';
import { placeText, printableJson, visible } from '@loadout/command';
import type { Command } from '../arguments/command.js';
import type { configPrint } from '../arguments/definitions.js';
import { loadWhole } from '../load/load-plan.js';

export const execute: Command<typeof configPrint> = async ({ flags }, io) => {
  const { plan, resolved, origins } = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } });
  if (flags.origins) {
    for (const { path, value } of leaves(resolved)) {
      const origin = originOf(path, origins);
      io.out(
        `${visible(path)}: ${printableJson(value)}  ${origin === undefined ? '(flag)' : visible(placeText(origin, io.cwd))}\n`,
      );
    }
  } else if (flags.resolved) io.json(resolved);
  else io.out(readFileSync(plan.configFile ?? '', 'utf8'));
  return 0;
};

/** The place of a value. A value inside a list has the place of the nearest surrounding value with a place. */
function originOf<T>(path: string, origins: Readonly<Record<string, T>>): T | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
    if (Object.hasOwn(origins, at)) return origins[at];
  return undefined;
}

/** The values of a tree that are not maps, each with its dotted path. */
function* leaves(value: unknown, path = ''): Generator<{ readonly path: string; readonly value: unknown }> {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap || Object.keys(value).length === 0) yield { path, value };
  else for (const [key, item] of Object.entries(value)) yield* leaves(item, path === '' ? key : `${path}.${key}`);
}
