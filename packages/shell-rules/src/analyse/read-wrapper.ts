import { type Argument, isKnown, isOne } from './read-word.js';
import { WRAPPERS, type Wrapper } from './wrappers.js';

export interface ReadWrapper {
  readonly inner: readonly Argument[];
  readonly assigned: readonly Argument[];
  readonly options: readonly (readonly [string, string])[];
  readonly problem: string | undefined;
}

/** Reads the options of a wrapper exactly. An unknown option is a problem. */
export function readWrapper(args: readonly Argument[], given?: Wrapper): ReadWrapper {
  const name = String(args[0]);
  const wrapper = given ?? WRAPPERS[name] ?? {};
  const options: [string, string][] = [];
  const assigned: Argument[] = [];
  let at = 1;
  const end = (problem?: string): ReadWrapper => ({ inner: args.slice(at + (wrapper.before ?? 0)), assigned, options, problem });
  for (; at < args.length; at++) {
    const word = args[at];
    if (!isKnown(word)) {
      if (wrapper.before !== undefined && word !== undefined && isOne(word) && word.lead !== '' && !word.lead.startsWith('-'))
        break;
      if (wrapper.assigns === true && word !== undefined && /^[A-Za-z_]\w*=/.test(word.lead)) {
        assigned.push(word);
        continue;
      }
      return end(`${name} of what is not known`);
    }
    if (wrapper.assigns === true && /^[A-Za-z_]\w*=/.test(word)) {
      assigned.push(word);
      continue;
    }
    if (word === '--') {
      at += 1;
      break;
    }
    if (word === '-') return end(`${name} -`);
    if (!word.startsWith('-')) break;
    if (wrapper.count === true && /^-\d+$/.test(word)) continue;
    const option = readOption(word, wrapper);
    if (option === undefined) return end(`${name} ${word}`);
    const value = option.takesNext ? args[at + 1] : option.value;
    if (option.takesNext) at += 1;
    if (option.takesNext && !isKnown(value)) return end(`${name} of what is not known`);
    options.push([option.name, isKnown(value) ? value : '']);
  }
  const before = args.slice(at, at + (wrapper.before ?? 0));
  if (before.some((word) => (isKnown(word) ? word.startsWith('-') : !isOne(word)))) return end(`${name} of what is not known`);
  return end();
}

function readOption(word: string, wrapper: Wrapper): { name: string; value: string; takesNext: boolean } | undefined {
  if (word.startsWith('--')) {
    const [name = '', ...rest] = word.slice(2).split('=');
    if (wrapper.long?.split(' ').includes(name) === true && rest.length === 0) return { name, value: '', takesNext: false };
    if (rest.length > 0 && wrapper.longAttached?.split(' ').includes(name) === true)
      return { name, value: rest.join('='), takesNext: false };
    if (wrapper.longValues?.split(' ').includes(name) !== true) return undefined;
    return { name, value: rest.join('='), takesNext: rest.length === 0 };
  }
  for (const [index, letter] of [...word.slice(1)].entries()) {
    if (wrapper.flags?.includes(letter) === true) continue;
    if (wrapper.values?.includes(letter) !== true) return undefined;
    const value = word.slice(index + 2);
    return { name: letter, value, takesNext: value === '' };
  }
  return { name: word.slice(1), value: '', takesNext: false };
}
