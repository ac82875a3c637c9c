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
  if (node.type === 'ArithmeticWord' && (namesOne(node.value, names) || /\$\{?[#!]?[\d@*]/.test(node.value))) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= mentions(child, names);
  });
  return found;
}

/** Whether a text that bash computes names one of these variables: bash reads its value and computes that too. */
export const namesOne = (text: string, names: ReadonlySet<string>): boolean => text.split(/\W+/).some((word) => names.has(word));

/** Variables that bash fills: the words of a call of the text, or of a function in it, and parts of what ran before. */
const FILLED = /^(?:\d+|[@*_]|BASH_REMATCH|BASH_ARGV0?|BASH_COMMAND|OPTARG)$/;
export const isTold = (name: string, names: ReadonlySet<string>): boolean => names.has(name) || FILLED.test(name);

/** Whether a part reads the variable that another one names, which may be any; not the keys of a list. */
export const isIndirect = (node: SyntaxNode): boolean =>
  node.type === 'ParameterExpansion' && node.prefix === '!' && !/^[@*]$/.test(node.index?.text ?? '');

/** Places in which bash computes names, without a dollar sign. */
export const COMPUTES = /\b(?:let|declare|typeset|local|unset|readonly|export)\b|\(\(|\[\[|\w\[/;

/** Whether a text spells one of these variables, in whatever quotes: it reads the variable where a shell gets it as code. */
export const spells = (text: string, names: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\$\{?[#!]?(\w+)/g)].some(([, name = '']) => names.has(name)) ||
  (COMPUTES.test(text) && namesOne(text, names));
