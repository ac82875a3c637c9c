import { baseOf } from '../analyse/known-programs.js';
import { scriptAt, scriptedProgram } from '../analyse/scripted-programs.js';
import { programsIn, startsOthers, type Words, wrappedAt } from './program-place.js';

/** Shells by the end of their names, and programs that start one for the text behind an option. */
export const SHELL = {
  program: /^(?:[\w-]*[^\Wu])?sh[\d.-]*$|^(?:busybox|toybox|su|runuser|script|flock|sg)$/,
  option: /^-(?!exec)[a-zA-Z]*c[a-zA-Z]*$|^--command$/,
};

/** An option, whose value a program may be: `docker run --entrypoint sh image -c …`. The words behind it may be those of another. */
export const OPTION = /^-(?!-$)/;

/** Where a shell among the words has its code: behind `-c` and the options there. -1: no shell with code. */
export function codePlace(words: Words): number {
  const shell = words.findIndex((word, index) =>
    word === null
      ? (index === 0 || startsOthers(baseOf(words[0] ?? ''))) && SHELL.option.test(words[index + 1] ?? '')
      : SHELL.program.test(baseOf(word)),
  );
  const option = shell === -1 ? -1 : words.findIndex((word, index) => index > shell && SHELL.option.test(word ?? ''));
  const row = scriptedProgram(baseOf(words[shell] ?? ''));
  // Options behind the file that a shell runs are for the file.
  const isPlain = row !== undefined && !OPTION.test(words[shell - 1] ?? '');
  if (option === -1 || (isPlain && scriptAt(words.slice(shell, option), row) !== -1)) return -1;
  return words.findIndex((word, at) => at > option && !isOptionOfShell(word, words[at - 1] ?? ''));
}

/** Whether a word behind `-c` is an option of the shell, or the value of one, and not the code. */
const isOptionOfShell = (word: string | null, previous: string): boolean =>
  /^[-+]/.test(word ?? '') || /^[-+][a-zA-Z]*[oO]$/.test(previous);

/** The places of the words in which a command has code for a shell. */
export function shellCode(words: Words): readonly number[] {
  const programs = programsIn(words).filter((program) => /^(?:eval|trap|watch|parallel)$/.test(program));
  const runner = words.findIndex((word) => programs.includes(baseOf(word ?? '')));
  if (runner !== -1) {
    const rest = [...words.keys()].filter((index) => index > runner && !/^-/.test(words[index] ?? ''));
    return baseOf(words[runner] ?? '') === 'trap' ? rest.slice(0, 1) : rest;
  }
  const place = codePlace(words);
  return place === -1 ? [] : [place];
}

/** The options of xargs, without those of its command. */
export function xargsOptions(words: Words): Words {
  const xargs = words.findIndex((word) => baseOf(word ?? '') === 'xargs');
  if (xargs === -1) return [];
  return words.slice(xargs + 1, xargs + (wrappedAt(words.slice(xargs), 'xargs') ?? words.length));
}

/** The mark in the words of xargs that its options replace by what xargs reads. */
export function xargsMark(words: Words): string | undefined {
  const options = xargsOptions(words);
  for (const [at, word] of options.entries()) {
    const glued = /^(?:-[0-9rtxpo]*[IiJ]|--replace(?:=|$))(.*)$/.exec(word ?? '')?.[1];
    if (glued !== undefined) return glued || (/[IJ]$/.test(word ?? '') ? options[at + 1] : undefined) || '{}';
  }
  return undefined;
}
