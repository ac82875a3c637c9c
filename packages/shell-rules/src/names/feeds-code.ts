import { baseOf } from '../analyse/known-programs.js';
import { runsInput, scriptedProgram } from '../analyse/scripted-programs.js';
import { OPAQUE } from '../analyse/wrappers.js';
import { runsAsCode } from './code-argument.js';
import { isProgramPlace, startedBy, type Words } from './program-place.js';
import { SHELL, xargsMark, xargsOptions } from './shell-code.js';

/** Programs that take commands from their input, whatever their words are. */
const COMMANDED = /^(?:ssh|rsh|at|batch|bc|parallel|crontab|cmd|source|\.)$/;
/** Programs that start a shell on their input, unless an option has its code. */
const START_SHELL = /^(?:su|runuser|sg|newgrp|script)$/;
/** Programs whose code is in a file, which may be the input. */
const FROM_FILE = /^(?:g?make|[gmn]?awk|g?sed|g?jq)$/;
const FILE_OPTION = /^-[a-zA-Z]*f(.*)$|^--(?:from-|make)?file(?:=(.*))?$/;
const INPUT = /^-$|^\/(?:dev|proc)\//;

/** Whether a command runs its input: by itself, by a program that it starts, or as words that xargs adds. */
export function feedsCode(words: Words, seen: Set<string> = new Set()): boolean {
  const [name, ...rest] = words;
  // Each beginning is looked at once, or a text with many runners would take a time that doubles with each.
  const key = words.join('\0');
  if (seen.has(key)) return false;
  seen.add(key);
  const base = baseOf(name ?? '').replace(/\.exe$/, '');
  if (COMMANDED.test(base)) return true;
  if (START_SHELL.test(base)) return !rest.some((word) => SHELL.option.test(word ?? ''));
  if (FROM_FILE.test(base)) return rest.some((_, at) => isFileOfInput(rest, at));
  if (startedBy(words).some((one) => feedsCode(one, seen))) return true;
  if (base === 'xargs') return isSplit(rest) || addsCode(words);
  const row = scriptedProgram(base) ?? (SHELL.program.test(base) ? scriptedProgram('sh') : undefined);
  if (row !== undefined) return runsInput(words, row);
  // Without a command, such a program starts a shell.
  return OPAQUE.has(base) && isProgramPlace(words, words.length);
}

/** Whether an option names the input as a file with code: in its own word or the next, which may not be known. */
function isFileOfInput(words: Words, at: number): boolean {
  const found = FILE_OPTION.exec(words[at] ?? '');
  const file = found?.[1] || found?.[2] || words[at + 1];
  return found !== null && (file === null || INPUT.test(file ?? ''));
}

/** Whether xargs splits its input at blanks, and reads quotes in it. */
const isSplit = (options: Words): boolean => !options.some((word) => /^-[a-zA-Z]*0|^--null$|^-d|^--delimiter/.test(word ?? ''));

/** Whether a word that xargs adds would be a program or its code: at the end, or in the place of a mark. */
function addsCode(words: Words): boolean {
  if (words.length === 1) return false;
  const mark = xargsMark(words);
  if (mark === undefined) return isAddedCode(words, { at: words.length, lead: '' });
  const known = words.map((word, at) => (at > 0 && word?.includes(mark) === true && !isMarkOption(words, at) ? null : word));
  return known.some((word, at) => {
    const text = words[at] ?? '';
    return word !== words[at] && isAddedCode(known, { at, lead: text.slice(0, text.indexOf(mark)) });
  });
}

/** Whether a word is the mark of xargs itself. Its command may have such options too. */
const isMarkOption = (words: Words, at: number): boolean =>
  at <= xargsOptions(words).length &&
  (/^-[0-9rtxpo]*[IiJ]|^--replace/.test(words[at] ?? '') || /^-[0-9rtxpo]*[IJ]$/.test(words[at - 1] ?? ''));

const isAddedCode = (words: Words, { at, lead }: { readonly at: number; readonly lead: string }): boolean =>
  runsAsCode(words, at, lead) !== undefined || (!lead.startsWith('-') && isProgramPlace(words, at));
