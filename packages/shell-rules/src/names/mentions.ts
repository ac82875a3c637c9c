import { forEachChild, type SyntaxNode } from 'unbash';

/** The name of the variable that a node reads; `undefined` if it reads none. */
export function variableOf(node: SyntaxNode): string | undefined {
  if (node.type === 'SimpleExpansion') return node.text.slice(1);
  return node.type === 'ParameterExpansion' ? node.parameter : undefined;
}

/** Whether the node reads one of these variables, however deep. */
export function mentions(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  const own = variableOf(node);
  if (own !== undefined && (isTold(own, names) || isIndirect(node))) return true;
  if (node.type === 'Command' && names.has(`${node.name?.value}()`)) return true;
  if (node.type === 'ArithmeticWord' && computesOne(node.value, names)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= mentions(child, names);
  });
  return found;
}

/** Whether a text that bash computes names one of these variables: bash reads its value and computes that too. */
export const namesOne = (text: string, names: ReadonlySet<string>): boolean => text.split(/\W+/).some((word) => names.has(word));

/** Whether one of these names stands in a text by itself, without a dollar sign. */
const isWord = (text: string, names: ReadonlySet<string>): boolean => namesOne(text.replace(/\$(?:\{[#!]?)?\w+/g, ' '), names);

/**
 * Whether code computes words that it gets while it runs, in a source in which the name of a variable is a word: where bash computes, that
 * word gives the value of the variable, and it may come by any way.
 */
export const computesWords = (
  code: string,
  { source, names }: { readonly source: string; readonly names: ReadonlySet<string> },
): boolean => COMPUTES.test(code) && isWord(source, names);

/** Whether a text that bash computes reads one of these variables or one that bash fills, by its name or with a dollar sign. */
export const computesOne = (text: string, names: ReadonlySet<string>): boolean =>
  POSITIONAL.test(text) || text.split(/\W+/).some((word) => /\D/.test(word) && isTold(word, names));

/** The words of a call, in a text. */
export const POSITIONAL = /\$\{?[#!]?[\d@*]/;

/** Variables that bash fills: the words of a call of the text, or of a function in it, and parts of what ran before. */
const FILLED = /^(?:\d+|[@*_]|BASH_REMATCH|BASH_ARGV0?|BASH_COMMAND|OPTARG)$/;
export const isTold = (name: string, names: ReadonlySet<string>): boolean => names.has(name) || FILLED.test(name);

/** Whether a part reads the variable that another one names, which may be any; not the keys of a list. */
export const isIndirect = (node: SyntaxNode): boolean =>
  node.type === 'ParameterExpansion' && node.prefix === '!' && !/^[@*]$/.test(node.index?.text ?? '');

/** Places in which bash computes names without a dollar sign; it computes what some variables are set to. */
export const COMPUTES = /\b(?:let|declare|typeset|local|unset|readonly|export|OPTIND|S?RANDOM|HISTCMD)\b|\(\(|\[\[|\w\[/;

/** Whether a text spells one of these variables, in whatever quotes: it reads the variable where a shell gets it as code. */
export const spells = (text: string, names: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\$\{?[#!]?(\w+)/g)].some(([, name = '']) => names.has(name)) ||
  (COMPUTES.test(text) && namesOne(text, names));
