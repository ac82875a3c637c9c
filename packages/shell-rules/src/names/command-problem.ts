import type { Command, SyntaxNode } from 'unbash';
import { baseOf } from '../analyse/known-programs.js';
import { argumentProblem, type WordProblem } from './argument-problem.js';
import { feedsCode } from './feeds-code.js';
import { knownWords, leadOf } from './known-words.js';
import { mentions, namesOne } from './mentions.js';
import { isProgramPlace, type Words } from './program-place.js';

interface Found extends WordProblem {
  readonly at: SyntaxNode;
}

/** Builtins that read a word as code, or as the name of a variable, whose index they compute. */
const EVALUATING = new Set(
  'eval . source trap alias unalias let unset read mapfile readarray getopts enable hash bind complete compgen compopt set shopt wait declare typeset local export readonly fc coproc jobs history'.split(
    ' ',
  ),
);
/** Builtins that read the word behind an option as the name of a variable. */
const NAMING = /^(?:printf|test|\[)$/;
const DECLARING = /^(?:declare|typeset|local|export|readonly)$/;

/** The first word of a command in which a value would be more than an argument. */
export function commandProblem(
  node: Command,
  { names, isFed }: { readonly names: ReadonlySet<string>; readonly isFed: boolean },
): Found | undefined {
  const all = knownWords(node);
  // command and builtin leave the meaning of a builtin.
  const from = /^(?:command|builtin)$/.test(all[0] ?? '')
    ? all.findIndex((word, at) => at > 0 && !/^(?:-p|--|command|builtin)$/.test(word ?? ''))
    : 0;
  const words = all.slice(Math.max(from, 0));
  const program = baseOf(words[0] ?? '');
  if (node.name !== undefined && mentions(node.name, names)) return { at: node.name, why: 'which makes a value the program' };
  if (isFed && feedsCode(words)) return { at: node, why: `which feeds a value to ${program} as code` };
  if (DECLARING.test(program) && words.some((word) => /^[-+][a-zA-Z]*[in]/.test(word ?? '')))
    return { at: node, why: `with a variable of ${program} that bash computes, or takes for a name` };
  for (const [index, arg] of node.args.entries()) {
    const isName = EVALUATING.has(program) || (NAMING.test(program) && /^-[vR]$/.test(all[index] ?? ''));
    if (isName && (program === 'let' || arg.text.includes('[')) && namesOne(arg.text, names))
      return { at: arg, why: `which ${program} computes` };
    if (!mentions(arg, names)) continue;
    const at = index + 1 - (all.length - words.length);
    if (at <= 0 || isFirstLeft(node, index)) return { at: arg, why: `which ${all[0] ?? 'bash'} may take for a program to run` };
    const why = builtinReads(arg, { program, words, at });
    const found = why === undefined ? argumentProblem(words, at, leadOf(arg)) : { why };
    if (found !== undefined) return { at: arg, ...found };
  }
  return undefined;
}

/** Whether an argument may be the program if the words in front of it that are variables without quotes are empty, and vanish. */
function isFirstLeft(node: Command, index: number): boolean {
  const vanishes = (word: SyntaxNode | undefined) =>
    word?.type === 'Word' && word.parts !== undefined && word.parts.every(({ type }) => /Expansion$/.test(type));
  const words = [node.name, ...node.args];
  const all = knownWords(node);
  const before = all.slice(0, index + 1).filter((_, at) => !vanishes(words[at]));
  return before.length <= index && (before.length === 0 || isProgramPlace([...before, null], before.length));
}

interface Place {
  readonly program: string;
  readonly words: Words;
  readonly at: number;
}

/** The reason for which a builtin reads a word as more than an argument. */
function builtinReads(arg: Command['args'][number], { program, words, at }: Place): string | undefined {
  if (arg.type === 'Assignment' && DECLARING.test(program)) {
    const flags = words.slice(1, at).some((word) => /^[-+].*[inaA]/.test(word ?? '-i'));
    return flags ? `which ${program} computes with, or takes for a name` : undefined;
  }
  if (EVALUATING.has(program) && !(program === 'set' && words.slice(0, at).includes('--')))
    return `which ${program} reads as code or as a name`;
  if (program === 'printf' && (words[at - 1] === '-v' || leadOf(arg).startsWith('-v'))) return 'which printf -v reads as a name';
  if ((program === 'test' || program === '[') && /^-[vRo]$/.test(words[at - 1] ?? ''))
    return `which ${program} ${words[at - 1]} reads as a name`;
  return program === 'printf' && words.slice(1, at).every((word) => word === '--') ? 'which printf reads as a format' : undefined;
}
