import { oneLine, placeText, printableJson, table } from '@loadout/command';
import { nearest } from '@loadout/core';
import type { Command } from '../arguments/command.js';
import type { list } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import { LISTINGS, type Listed } from '../listings/listings.js';
import { loadPlan } from '../load/load-plan.js';

export const execute: Command<typeof list> = async ({ positionals: [what = ''], flags }, io) => {
  const kinds = Object.keys(LISTINGS);
  if (!isKind(what)) throw errors.LIST_KIND({ value: what, nearest: nearest(what, kinds), choices: kinds });
  const loaded = await loadPlan(flags, { io, wish: { keepParams: true, loadsNothing: what !== 'tools' } });
  const listed = await LISTINGS[what](loaded, io);
  const placeOf = ({ position }: Listed) => (position === undefined ? undefined : placeText(position, io.cwd));
  if (flags.json) {
    const entries = listed.map((one) => ({ name: one.name, ...one.fields, at: placeOf(one) }));
    io.out(`${printableJson({ [what]: entries }, 2)}\n`);
  } else if (listed.length === 0) io.out(`The configuration declares no ${what === 'mcp' ? 'MCP servers' : what}.\n`);
  else io.out(table(listed.map((one) => [oneLine(one.name), ...one.cells.map((cell) => oneLine(cell, 60)), placeOf(one) ?? ''])));
  return 0;
};

const isKind = (what: string): what is keyof typeof LISTINGS => Object.hasOwn(LISTINGS, what);
