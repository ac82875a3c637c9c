import { parseArgs } from 'node:util';
import { nearest } from '@loadout/core';
import type { CommandCall, CommandDefinition, CommandFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { flagLabel, signature } from './definition.js';

/** Parses the arguments behind a command. Throws USAGE_*, each with the nearest existing name. */
export function parseArguments<D extends CommandDefinition>(definition: D, argv: readonly string[]): CommandCall<D> {
  const byName = new Map(definition.flags.map((flag) => [flag.name, flag]));
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(definition.flags.map((flag) => [flag.name, optionOf(flag)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const flags: Record<string, Value> = Object.fromEntries(definition.flags.map((flag) => [flag.name, emptyOf(flag)]));
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const flag = byName.get(token.name);
    if (flag === undefined) throw unknownFlag(token.rawName, definition);
    const value = givenValue(flag, token);
    flags[flag.name] = flag.repeat === true ? [...(flags[flag.name] as readonly string[]), value as string] : value;
  }
  for (const flag of definition.flags) if (isGiven(flags[flag.name])) checkCompany(flag, flags);
  checkPositionals(definition, positionals);
  const dashes = tokens.findIndex((token) => token.kind === 'option-terminator');
  const before = tokens.slice(0, Math.max(dashes, 0)).filter((token) => token.kind === 'positional').length;
  return { positionals, flags: flags as CommandCall<D>['flags'], ...(dashes === -1 ? {} : { beforeDashes: before }) };
}

const optionOf = (flag: CommandFlag) => ({
  type: flag.value === undefined ? ('boolean' as const) : ('string' as const),
  multiple: flag.repeat ?? false,
  ...(flag.short === undefined ? {} : { short: flag.short }),
});

type Value = boolean | string | undefined | readonly string[];

function emptyOf(flag: CommandFlag): Value {
  if (flag.value === undefined) return false;
  return flag.repeat === true ? [] : undefined;
}

function givenValue(flag: CommandFlag, token: { value?: string | undefined; inlineValue?: boolean | undefined }): string | true {
  const label = flagLabel(flag);
  if (flag.value === undefined) {
    if (token.value !== undefined) throw errors.USAGE_FLAG_NO_VALUE({ flag: `--${flag.name}`, value: token.value });
    return true;
  }
  const { value } = token;
  // Another flag in place of the value means that the value was forgotten.
  if (value === undefined || (token.inlineValue !== true && /^-./.test(value)))
    throw errors.USAGE_FLAG_VALUE({ label, found: value });
  if (flag.choices !== undefined && !flag.choices.includes(value))
    throw errors.USAGE_FLAG_CHOICE({
      flag: `--${flag.name}`,
      value,
      nearest: nearest(value, flag.choices),
      choices: flag.choices,
    });
  checkForm(flag, value);
  return value;
}

function checkForm({ name, form }: CommandFlag, value: string): void {
  if (form === 'count' && !/^[1-9]\d{0,8}$/.test(value)) throw errors.USAGE_FLAG_NUMBER({ flag: `--${name}`, value });
  if (form === 'port' && !(/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536))
    throw errors.SERVE_PORT({ value });
}

const isGiven = (value: Value): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** Refuses a flag that has no effect without another one, or beside another one. */
function checkCompany({ name, needs, excludes = [] }: CommandFlag, flags: Readonly<Record<string, Value>>): void {
  const against = excludes.filter((one) => isGiven(flags[one]));
  if (against.length > 0) throw errors.USAGE_FLAGS_TOGETHER({ flags: [name, ...against].map((one) => `--${one}`) });
  if (needs !== undefined && !isGiven(flags[needs])) throw errors.USAGE_FLAG_ALONE({ flag: `--${name}`, needs: `--${needs}` });
}

function unknownFlag(rawName: string, definition: CommandDefinition) {
  const near = nearest(
    rawName.replace(/^-+/, ''),
    definition.flags.map((flag) => flag.name),
  );
  return errors.USAGE_FLAG_UNKNOWN({
    flag: rawName,
    command: definition.name,
    nearest: near === undefined ? undefined : `--${near}`,
  });
}

function checkPositionals(definition: CommandDefinition, given: readonly string[]): void {
  const required = definition.positionals.filter((one) => one.optional !== true && one.several !== true);
  const usage = `loadout ${definition.name} ${signature(definition)}`.trimEnd();
  const missing = required[given.length];
  if (given.length < required.length && missing !== undefined) throw errors.USAGE_ARGUMENT_MISSING({ name: missing.name, usage });
  if (definition.positionals.at(-1)?.several === true) return;
  const extra = given[definition.positionals.length];
  if (extra !== undefined) throw errors.USAGE_ARGUMENT_EXTRA({ extra, usage, count: definition.positionals.length });
}
