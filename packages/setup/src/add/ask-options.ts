import type { JsonSchema } from '@loadout/core';
import type { CommandHost } from '@loadout/core/commands';
import { missingOptions, type OptionRow, optionProblems, readOptions } from './option-values.js';

type Options = Readonly<Record<string, unknown>>;

/** Asks a person, if there is one, for the required options that have no value. An empty line ends the questions. */
export async function askOptions(
  options: Options,
  { schema, host }: { readonly schema: JsonSchema | undefined; readonly host: CommandHost },
): Promise<Options> {
  let filled = options;
  for (const row of missingOptions(options, schema)) {
    const answer = await askOne(row, { schema, host });
    if (answer === undefined) return filled;
    filled = { ...filled, ...answer };
  }
  return filled;
}

async function askOne(
  row: OptionRow,
  { schema, host }: { readonly schema: JsonSchema | undefined; readonly host: CommandHost },
): Promise<Options | undefined> {
  const hint = row.isSecret ? ', such as ${env:NAME}' : '';
  for (;;) {
    const line = await host.ask(`${row.name} (${row.types}${hint})${row.description === '' ? '' : `: ${row.description}`}\n> `);
    if (line === undefined || line.trim() === '') return undefined;
    const given = readOptions([`${row.name}=${line.trim()}`], schema);
    const problem = optionProblems(given, schema).find((one) => one.startsWith(`${row.name} `) || one.startsWith(`${row.name}.`));
    if (problem === undefined) return given;
    host.tell(`${problem}.\n`);
  }
}
