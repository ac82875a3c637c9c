import { isObject, nearest } from '@loadout/core';

/** A problem of one input. */
export interface InputProblem {
  readonly name: string;
  readonly problem: string;
  readonly fix: string;
}

/** The values of each input that has one. Only a repeated input has several. */
export type InputValues = ReadonlyMap<string, readonly string[]>;

export type Data = Readonly<Record<string, unknown>>;

/** A text of somebody else, in which no `$` begins a reference. */
export const escaped = (text: string): string => text.replaceAll('$', '$$$$');

/** The inputs of a server in a lock, which anybody may have written. */
export const inputsOf = ({ inputs }: Data): Readonly<Record<string, Data>> =>
  isObject(inputs) ? Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, isObject(one) ? one : {}])) : {};

/** Returns the values that a configuration gives to the inputs of a server, or that their author gave. Reports each that does not fit. */
export function inputValues(locked: Data, given: Data, report: (problem: InputProblem) => void): InputValues {
  const values = new Map<string, readonly string[]>();
  const known = inputsOf(locked);
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name))
      report({ name, problem: 'is not an input of this server', fix: hintOf(name, Object.keys(known)) });
  for (const [name, input] of Object.entries(known)) {
    const own = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    const found = own === undefined ? undefined : textsOf(own);
    const problem = own === undefined ? missing(input) : problemOf(own, { input, found });
    if (problem !== undefined) report({ name, ...problem });
    if (found !== undefined) values.set(name, found);
    else if (typeof input.default === 'string') values.set(name, [escaped(input.default)]);
  }
  return values;
}

const hintOf = (name: string, known: readonly string[]): string => {
  const meant = nearest(name, known);
  return meant === undefined ? `Write one of: ${known.join(', ') || '(it has none)'}.` : `Did you mean ${meant}?`;
};

function textsOf(value: unknown): readonly string[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.flatMap((item) => (typeof item === 'object' ? [] : [String(item)]));
  return texts.length === items.length ? texts : undefined;
}

type Problem = Pick<InputProblem, 'problem' | 'fix'>;

function missing({ required, default: given, description: about }: Data): Problem | undefined {
  if (required !== true || typeof given === 'string') return undefined;
  return { problem: `is missing${typeof about === 'string' ? `: ${about.slice(0, 200)}` : ''}`, fix: 'Write it under inputs.' };
}

function problemOf(
  own: unknown,
  { input, found }: { readonly input: Data; readonly found: readonly string[] | undefined },
): Problem | undefined {
  if (found === undefined || (Array.isArray(own) && input.repeated !== true))
    return { problem: `is a ${Array.isArray(own) ? 'list' : 'map'}, not one text`, fix: 'Write one value.' };
  if (input.secret === true && !found.every((text) => /^\$\{secret:[^}]+\}$/.test(text)))
    return { problem: 'is a secret, and is written out', fix: 'Declare it under secrets, and write ${secret:NAME}.' };
  // The value of a reference is not known yet.
  const plain = found.filter((text) => !text.includes('${'));
  return plain.map((text) => valueProblem(text, input)).find((problem) => problem !== undefined);
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  number: /^-?\d+(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/,
  filepath: /^[^\0]+$/,
};

function valueProblem(text: string, { choices, format }: Data): Problem | undefined {
  const names = Array.isArray(choices) ? choices.flatMap((item) => textsOf(item) ?? []) : [];
  const shown = `the text ${JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)}`;
  if (names.length > 0 && !names.includes(text))
    return { problem: `is ${shown}, which is not one of its choices`, fix: `Write one of: ${names.join(', ')}.` };
  if (typeof format !== 'string' || FORMATS[format]?.test(text) !== false) return undefined;
  return { problem: `is ${shown}, which is not a ${format}`, fix: `Write a ${format}.` };
}
