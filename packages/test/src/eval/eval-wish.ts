import { resolve } from 'node:path';
import { isCi } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { readPlace, type TestWish } from '../read-test-wish.js';
import type { EvalFlags } from './definition.js';

/** A `loadout eval` command, with its flags read. */
export interface EvalWish extends TestWish {
  /** The names of chosen variants, and variants that only the command has. */
  readonly variants: { readonly names: readonly string[]; readonly added: Readonly<Record<string, object>> };
  readonly cases?: number | undefined;
  readonly repeat?: number | undefined;
  readonly resume: boolean;
  readonly save?: string | undefined;
  readonly compare?: string | undefined;
  /** From 0 to 1. */
  readonly maxErrors: number;
}

const JOBS = 4;
const MAX_ERRORS = 10;

/** Reads the flags. Throws CONFIG_NOT_FOUND and USAGE errors. */
export function readEvalWish(
  flags: EvalFlags,
  { io, positionals }: { readonly io: CommandHost; readonly positionals: readonly string[] },
): EvalWish {
  const place = readPlace(flags, io);
  const file = (name: string | undefined) => (name === undefined ? undefined : resolve(place.root, name));
  const maxErrors = numberOf(flags['max-errors']) ?? MAX_ERRORS;
  if (maxErrors > 100)
    throw errors.USAGE_FLAG_CONTENT({ flag: '--max-errors', problem: `it is ${maxErrors}`, expected: 'a percentage up to 100' });
  return {
    flags,
    ...place,
    jobs: numberOf(flags.jobs) ?? JOBS,
    selection: { filter: positionals[0], tags: [], isCi: isCi(io.env) },
    reporters: [],
    coverage: false,
    live: true,
    record: 'none',
    update: false,
    keep: false,
    variants: readVariants(flags.variant),
    cases: numberOf(flags.cases),
    repeat: numberOf(flags.repeat),
    resume: flags.resume,
    save: file(flags.save),
    compare: file(flags.compare),
    maxErrors: maxErrors / 100,
  };
}

const KINDS = new Set(['model', 'agent', 'profile']);

/** `model=fast,smart` are two variants with these names. */
function readVariants(given: readonly string[]): EvalWish['variants'] {
  const names: string[] = [];
  const added: Record<string, object> = {};
  for (const one of given) {
    const [, kind = '', values = ''] = /^(\w+)=(.+)$/.exec(one) ?? [];
    if (!KINDS.has(kind)) names.push(one);
    else for (const value of values.split(',').filter((part) => part !== '')) added[value] = { [kind]: value };
  }
  return { names, added };
}

const numberOf = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value));
