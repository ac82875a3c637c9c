import type { Command, SyntaxNode } from 'unbash';
import { runsAsCode, runsInput } from './code-argument.js';
import { mentions, namesOne } from './mentions.js';
import { isProgramPlace, startsOthers } from './program-place.js';

interface Found {
  readonly at: SyntaxNode;
  readonly why: string;
  readonly instead?: string | undefined;
}

/** Builtins that read a word as code, or as the name of a variable, whose index they compute. */
const EVALUATING = new Set(
  'eval . source trap alias unalias let unset read mapfile readarray getopts enable hash bind complete compgen compopt set shopt wait declare typeset local export readonly fc coproc jobs history'.split(
    ' ',
  ),
);
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
  const program = (words[0] ?? '').replace(/^.*\//, '');
  if (node.name !== undefined && mentions(node.name, names)) return { at: node.name, why: 'which makes a value the program' };
  if (isFed && feedsCode(words)) return { at: node, why: `which feeds a value to ${program} as code` };
  if (DECLARING.test(program) && words.some((word) => /^[-+][a-zA-Z]*[in]/.test(word ?? '')))
    return { at: node, why: `with a variable of ${program} that bash computes, or takes for a name` };
  for (const [index, arg] of node.args.entries()) {
    if (EVALUATING.has(program) && (program === 'let' || arg.text.includes('[')) && namesOne(arg.text, names))
      return { at: arg, why: `which ${program} computes` };
    if (!mentions(arg, names)) continue;
    const at = index + 1 - (all.length - words.length);
    const isFirst = at <= 0 || isFirstLeft(node, index);
    const why = isFirst ? `which ${all[0] ?? 'bash'} may take for a program to run` : whyNot(arg, { program, words, at });
    if (why !== undefined) return { at: arg, why };
  }
  return undefined;
}

/** Whether a command runs its input: by itself, as a program that it starts, or as words that xargs puts at the end. */
function feedsCode(words: readonly (string | undefined)[]): boolean {
  const [name = ''] = words;
  if (startsOthers(name) && [...words.keys()].some((from) => from > 0 && runsInput(words.slice(from)))) return true;
  if (runsInput(words)) return true;
  const isXargs = name.replace(/^.*\//, '') === 'xargs';
  return (
    isXargs && words.length > 1 && (isProgramPlace(words, words.length) || runsAsCode(words, words.length, '') !== undefined)
  );
}

/** Whether an argument may be the program if the words in front of it that are variables without quotes are empty, and vanish. */
function isFirstLeft(node: Command, index: number): boolean {
  const vanishes = (word: SyntaxNode | undefined) =>
    word?.type === 'Word' && word.parts !== undefined && word.parts.every(({ type }) => /Expansion$/.test(type));
  const words = [node.name, ...node.args];
  const all = knownWords(node);
  const before = all.slice(0, index + 1).filter((_, at) => !vanishes(words[at]));
  return before.length <= index && (before.length === 0 || isProgramPlace([...before, undefined], before.length));
}

interface Place {
  readonly program: string;
  readonly words: readonly (string | undefined)[];
  readonly at: number;
}

function whyNot(arg: Command['args'][number], { program, words, at }: Place): string | undefined {
  if (arg.type === 'Assignment' && DECLARING.test(program)) {
    const flags = words.slice(1, at).some((word) => /^[-+].*[inaA]/.test(word ?? '-i'));
    return flags ? `which ${program} computes with, or takes for a name` : undefined;
  }
  if (EVALUATING.has(program) && !(program === 'set' && words.slice(0, at).includes('--')))
    return `which ${program} reads as code or as a name`;
  if (program === 'printf' && (words[at - 1] === '-v' || leadOf(arg).startsWith('-v'))) return 'which printf -v reads as a name';
  if ((program === 'test' || program === '[') && /^-[vRo]$/.test(words[at - 1] ?? ''))
    return `which ${program} ${words[at - 1]} reads as a name`;
  const isOption = leadOf(arg).startsWith('-');
  if (program === 'printf' && !words.slice(1, at).some((word) => word !== '--')) return 'which printf reads as a format';
  if (!isOption && isProgramPlace(words, at)) return `which ${program} may take for a program to run`;
  const code = runsAsCode(words, at, leadOf(arg));
  return code === undefined ? undefined : `which ${code} runs as code`;
}

/** The known beginning of a word. */
const leadOf = (arg: SyntaxNode): string => spelled(arg, '\0').replace(/\0[\s\S]*/, '');

/** The words of a command, from its program on; `undefined` for one that is not known before it runs. */
export const knownWords = (node: Command): readonly (string | undefined)[] =>
  [node.name, ...node.args].map((word) =>
    word?.type === 'Word' && (word.parts ?? []).every(isKnownPart) ? word.value : word === undefined ? '' : undefined,
  );

/** The text of a word in which a mark stands for each part that is not known before it runs. */
export function spelled(node: SyntaxNode, mark = '_'): string {
  if (node.type === 'Assignment') return spelled(node.value, mark);
  if (node.type === 'ArrayValue') return node.elements.map((one) => spelled(one, mark)).join(' ');
  if (isKnownPart(node) && node.type !== 'DoubleQuoted') return (node as { readonly value?: string }).value ?? '';
  if (node.type !== 'Word' && node.type !== 'DoubleQuoted') return mark;
  if (node.type === 'Word' && node.parts === undefined) return node.value;
  return (node.parts ?? []).map((one) => spelled(one, mark)).join('');
}

const isKnownPart = (part: { readonly type: string }): boolean =>
  ['Literal', 'SingleQuoted', 'AnsiCQuoted'].includes(part.type) ||
  (part.type === 'DoubleQuoted' && (part as unknown as { parts: readonly { type: string }[] }).parts.every(isKnownPart));
