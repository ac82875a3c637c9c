import { nearest } from '@loadout/core';
import { child, describe, isList, isMap, isNull, isText, type MapNode, type Node, type Place } from '../document/node.js';

/** The problem of one input, at its place. */
export interface InputProblem {
  readonly name: string;
  readonly place: Place;
  readonly problem: string;
  readonly fix: string;
}

/** The values of each input that has one. Only a repeated input has several. */
export type InputValues = ReadonlyMap<string, readonly string[]>;

/** A text of somebody else, in which no `$` begins a reference. */
export const escaped = (text: string): string => text.replaceAll('$', '$$$$');

export const inputsOf = (locked: MapNode): MapNode['entries'] => {
  const inputs = child(locked, 'inputs');
  return isMap(inputs) ? inputs.entries : new Map();
};

/** Returns the values that a configuration gives to the inputs of a server, or that their author gave. Reports each that does not fit. */
export function inputValues(
  locked: MapNode,
  { given, place, report }: { readonly given: Node | undefined; readonly place: Place; report(problem: InputProblem): void },
): InputValues {
  const values = new Map<string, readonly string[]>();
  const known = inputsOf(locked);
  const written: MapNode['entries'] = isMap(given) ? given.entries : new Map();
  for (const [name, { key }] of written)
    if (!known.has(name))
      report({ name, place: key, problem: 'is no input of this server', fix: hintOf(name, [...known.keys()]) });
  for (const [name, { value: input }] of known) {
    const entry = written.get(name)?.value;
    const own = entry === undefined || isNull(entry) ? undefined : entry;
    const found = own === undefined ? undefined : textsOf(own);
    const problem = own === undefined ? missing(input) : problemOf(own, { input, found });
    if (problem !== undefined) report({ name, place: own?.place ?? place, ...problem });
    const otherwise = textIn(input, 'default');
    if (found !== undefined) values.set(name, found);
    else if (otherwise !== undefined) values.set(name, [escaped(otherwise)]);
  }
  return values;
}

const hintOf = (name: string, known: readonly string[]): string => {
  const meant = nearest(name, known);
  return meant === undefined ? `Write one of: ${known.join(', ') || '(it has none)'}.` : `Did you mean ${meant}?`;
};

export const textIn = (node: Node, key: string): string | undefined => {
  const found = child(node, key);
  return isText(found) ? found.value : undefined;
};

const isSet = (node: Node, key: string): boolean => {
  const found = child(node, key);
  return found?.kind === 'scalar' && found.value === true;
};

function textsOf(node: Node): readonly string[] | undefined {
  const items = isList(node) ? node.items : [node];
  const texts = items.flatMap((item) => (item.kind === 'scalar' && item.value !== null ? [String(item.value)] : []));
  return texts.length === items.length ? texts : undefined;
}

type Problem = Pick<InputProblem, 'problem' | 'fix'>;

function missing(input: Node): Problem | undefined {
  if (!isSet(input, 'required') || textIn(input, 'default') !== undefined) return undefined;
  const about = textIn(input, 'description');
  return { problem: `is missing${about === undefined ? '' : `: ${about.slice(0, 200)}`}`, fix: 'Write it under inputs.' };
}

function problemOf(
  own: Node,
  { input, found }: { readonly input: Node; readonly found: readonly string[] | undefined },
): Problem | undefined {
  if (found === undefined || (isList(own) && !isSet(input, 'repeated')))
    return { problem: `is a ${own.kind}, not one text`, fix: 'Write one value.' };
  if (isSet(input, 'secret') && !found.every((text) => /^\$\{secret:[^}]+\}$/.test(text)))
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

function valueProblem(text: string, input: Node): Problem | undefined {
  const choices = child(input, 'choices');
  const names = isList(choices) ? choices.items.flatMap((item) => textsOf(item) ?? []) : [];
  if (names.length > 0 && !names.includes(text))
    return { problem: `is ${describe(text)}, which is no choice`, fix: `Write one of: ${names.join(', ')}.` };
  const format = textIn(input, 'format') ?? '';
  if (FORMATS[format]?.test(text) !== false) return undefined;
  return { problem: `is ${describe(text)}, which is no ${format}`, fix: `Write a ${format}.` };
}
