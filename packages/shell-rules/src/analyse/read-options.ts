import type { FileProgram } from '../programs/file-program.js';
import { type Argument, isKnown } from './read-word.js';

export const has = (list: string | undefined, name: string) => list?.split(' ').includes(name) === true;

export interface Option {
  readonly name: string;
  readonly value: Argument | undefined;
  readonly takesNext: boolean;
}

/** The options in a word; `undefined` if the table does not list one of them. */
export function readOptions(word: Argument, program: FileProgram): readonly Option[] | undefined {
  const written = isKnown(word) ? word : word.lead;
  const text = program.oneDash === true && /^-[^-]/.test(written) ? `-${written}` : written;
  if (text.startsWith('--')) {
    const least = program.oneDash === true ? 1 : 2;
    const [name = '', ...rest] = text.slice(2).split('=');
    if (name.length >= least && has(program.attached, name))
      return isKnown(word) || (word.single && rest.length > 0)
        ? [{ name, value: rest.length === 0 ? undefined : isKnown(word) ? rest.join('=') : word, takesNext: false }]
        : undefined;
    const takes = [program.longValues, program.readsValue, program.writesValue].some(
      (list) => name.length >= least && has(list, name),
    );
    if (takes && rest.length > 0) {
      const value = isKnown(word) ? rest.join('=') : word;
      const isFile = has(program.readsValue, name) || has(program.writesValue, name);
      return isKnown(word) || (word.single && !isFile) ? [{ name, value, takesNext: false }] : undefined;
    }
    if (!isKnown(word)) return undefined;
    if (takes) return [{ name, value: undefined, takesNext: true }];
    if (rest.length > 0 && name.length >= least && has(program.inPlace, name))
      return [{ name, value: rest.join('='), takesNext: false }];
    const flag = [program.long, program.below, program.brings, program.inPlace].some(
      (list) => has(list, text.slice(2)) && text.length >= least + 2,
    );
    return flag || (name.length >= least && has(program.inPlace, name))
      ? [{ name, value: undefined, takesNext: false }]
      : undefined;
  }
  return isKnown(word) ? shortOptions(word.slice(1), program) : undefined;
}

function shortOptions(letters: string, program: FileProgram): readonly Option[] | undefined {
  const options: Option[] = [];
  for (const [index, letter] of [...letters].entries()) {
    if (program.single === true && index > 0) return undefined;
    const takes =
      program.values?.includes(letter) === true || has(program.readsValue, letter) || has(program.writesValue, letter);
    const value = letters.slice(index + 1);
    // Where letters are no bundle, `-tc x` is `-t` and `-c x` for some parsers. Only a number is a value for all of them.
    if (program.single === true && !/^\d*$/.test(value)) return undefined;
    if (has(program.inPlace, letter) || has(program.attached, letter))
      return [...options, { name: letter, value, takesNext: false }];
    if (takes) return [...options, { name: letter, value: value === '' ? undefined : value, takesNext: value === '' }];
    if (program.flags?.includes(letter) !== true && !(program.below !== '*' && has(program.below, letter))) return undefined;
    options.push({ name: letter, value: undefined, takesNext: false });
  }
  return options;
}
