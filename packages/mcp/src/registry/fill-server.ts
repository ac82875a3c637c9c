import { isObject } from '@loadout/core';
import { defined } from '@loadout/node';
import { type Data, escaped, type InputProblem, type InputValues, inputsOf, inputValues } from './input-values.js';

/**
 * Fills the inputs of a configuration into a server of the lock. Texts of the lock stay what they are: a `${…}` in one of them is no
 * reference, and a `{…}` that is no input stays. A value is a word or a part of one, and never more words than its author wrote. A
 * variable, a header or an option without a value is left out.
 */
export function fillServer(locked: Data, given: Data): { readonly server: Data; readonly problems: readonly InputProblem[] } {
  const problems: InputProblem[] = [];
  const values = inputValues(locked, given, (problem) => problems.push(problem));
  const filling = { names: new Set(Object.keys(inputsOf(locked))), values };
  const { type, bundle, command, args, env, url, headers } = locked;
  const fields = {
    type: filled(type, filling),
    bundle: isObject(bundle) ? bundle.sha256 : undefined,
    command: filled(command, filling),
    args: Array.isArray(args) ? args.flatMap((item) => wordsOf(item, filling)) : undefined,
    env: pairsOf(env, filling),
    url: filled(url, filling),
    headers: pairsOf(headers, filling),
  };
  return { server: defined(fields), problems };
}

interface Filling {
  /** The names of all inputs. */
  readonly names: ReadonlySet<string>;
  readonly values: InputValues;
}

/** Returns a text with its inputs, or nothing if one of them has no value. */
function filled(text: unknown, { names, values }: Filling): string | undefined {
  if (text === undefined || typeof text === 'object') return undefined;
  const parts = String(text)
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith('{') && names.has(name) ? values.get(name)?.[0] : escaped(part);
    });
  return parts.includes(undefined) ? undefined : parts.join('');
}

function pairsOf(pairs: unknown, filling: Filling): Data | undefined {
  if (!isObject(pairs)) return undefined;
  const kept = Object.entries(pairs).map(([name, text]) => [name, filled(text, filling)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** The words of an argument: one, or those of an option for each value that it has. */
function wordsOf(item: unknown, filling: Filling): readonly string[] {
  const { when, words }: Data = isObject(item) ? item : {};
  const items: readonly unknown[] = Array.isArray(words) ? words : [item];
  const texts = (own: Filling) => items.flatMap((one) => filled(one, own) ?? []);
  if (typeof when !== 'string') return texts(filling);
  // A switch has no value of its own: it is there, or it is not.
  const isSwitch = items.every((one) => typeof one === 'string' && !one.includes('{'));
  return (filling.values.get(when) ?? []).flatMap((value) => {
    if (isSwitch && value === 'false') return [];
    return texts({ ...filling, values: new Map([...filling.values, [when, [value]]]) });
  });
}
