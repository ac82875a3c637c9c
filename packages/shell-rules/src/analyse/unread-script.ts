import { baseOf, runsNoWord } from './known-programs.js';
import type { PartWord } from './parts.js';
import { runsInput, scriptedProgram } from './scripted-programs.js';

/**
 * Whether a command holds a script that the analyser does not read, so that a deny rule for another command cannot see it: in an
 * option, or in its input. The input of an unknown program may be one. `also`: the commands that may be among its words.
 */
export function holdsScript([words, ...also]: readonly (readonly PartWord[])[], fed: boolean): boolean {
  const own = words && holdsOwnScript(words, fed);
  const isUnknown = own === undefined && !runsNoWord(baseOf(words?.[0] ?? ''));
  return own === true || (fed && isUnknown) || also.some((one) => holdsOwnScript(one, fed) === true);
}

/** `undefined` for a program that is not known to have scripts. */
function holdsOwnScript(command: readonly PartWord[], fed: boolean): boolean | undefined {
  const base = baseOf(command[0] ?? '');
  const words = command.slice(1).filter((word) => word !== null);
  if (AWK.has(base)) return !isHarmlessAwk(words, fed);
  const row = scriptedProgram(base);
  return row && (words.some((word) => row.options.test(word)) || (fed && runsInput(command, row)));
}

const AWK = new Set(['awk', 'gawk', 'mawk', 'nawk']);

/**
 * Whether the words of awk start no program: a plain program without `system`, pipes behind `print` or to `getline`, and calls by a
 * name that is computed. A program in a file is not looked at, unless the file is the input.
 */
function isHarmlessAwk(words: readonly string[], fed: boolean): boolean {
  let isInFile = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-F' || word === '-v') at += 1;
    else if (word === '-f') {
      at += 1;
      if (fed && /^(?:-|\/dev\/.*)$/.test(words[at] ?? '')) return false;
      isInFile = true;
    } else if (word === '--') return isInFile || isHarmlessText(words[at + 1] ?? '');
    else if (!/^-[Fv]./.test(word)) return !word.startsWith('-') && (isInFile || isHarmlessText(word));
  }
  return true;
}

const isHarmlessText = (program: string) => {
  const pipes = program.replaceAll('||', '');
  return !/system|@/.test(program) && !/\|[\s\S]*getline|printf?\b[\s\S]*\|/.test(pipes);
};
