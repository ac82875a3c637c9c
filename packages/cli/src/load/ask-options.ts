import { printable } from '@loadout/command';
import type { JsonSchema } from '@loadout/core';
import { lineReader } from '../ask/line-reader.js';
import type { Io } from '../io.js';
import { missingOptions, type OptionRow, optionProblems, readOptions } from './option-values.js';

type Options = Readonly<Record<string, unknown>>;

/** Asks a person for the required options that have no value. An empty line ends the questions. */
export async function askOptions(
  options: Options,
  { schema, io }: { readonly schema: JsonSchema | undefined; readonly io: Io },
): Promise<Options> {
  let filled = options;
  for (const row of missingOptions(options, schema)) {
    const answer = await askOne(row, { schema, io });
    if (answer === undefined) return filled;
    filled = { ...filled, ...answer };
  }
  return filled;
}

async function askOne(
  row: OptionRow,
  { schema, io }: { readonly schema: JsonSchema | undefined; readonly io: Io },
): Promise<Options | undefined> {
  const hint = row.isSecret ? ', such as ${env:NAME}' : '';
  for (;;) {
    io.tell(`${printable(row.name)} (${row.types}${hint})${row.description === '' ? '' : `: ${printable(row.description)}`}\n> `);
    const line = await lineReader(io).next(new AbortController().signal);
    if (line === undefined || line.trim() === '') return undefined;
    const given = readOptions([`${row.name}=${line.trim()}`], schema);
    const problem = optionProblems(given, schema).find((one) => one.startsWith(`${row.name} `) || one.startsWith(`${row.name}.`));
    if (problem === undefined) return given;
    io.tell(`${printable(problem)}.\n`);
  }
}
