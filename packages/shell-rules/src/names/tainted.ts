import { type Command, forEachChild, type SyntaxNode, type Word } from 'unbash';
import { mentions } from './mentions.js';

/** Builtins that put what they read into variables. */
const READERS = /^(?:read|mapfile|readarray|getopts)$/;

/** The variables of a script that may hold a value of the names, with the names themselves. */
export function taintedBy(script: SyntaxNode, names: readonly string[]): ReadonlySet<string> {
  const tainted = new Set(names);
  for (let size = -1; size !== tainted.size; ) {
    size = tainted.size;
    spread(script, tainted);
  }
  return tainted;
}

function spread(node: SyntaxNode, tainted: Set<string>): void {
  if (node.type === 'Assignment' && mentions(node, tainted)) tainted.add(node.name);
  if ((node.type === 'For' || node.type === 'Select') && (node.wordlist?.some((word) => mentions(word, tainted)) ?? true))
    tainted.add(node.name.value);
  if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default' && mentions(node.operation, tainted)) {
    if (node.operation.operator.includes('=')) tainted.add(node.parameter);
  }
  if (node.type === 'Command') for (const name of readInto(node, tainted)) tainted.add(name);
  forEachChild(node, (child) => spread(child, tainted));
}

function readInto(node: Command, tainted: ReadonlySet<string>): readonly string[] {
  const words = node.args.filter((arg): arg is Word => arg.type === 'Word').map(({ value }) => value);
  const program = node.name?.value ?? '';
  if (READERS.test(program)) return ['REPLY', 'MAPFILE', ...words.filter((word) => /^[A-Za-z_]\w*$/.test(word))];
  const at = program === 'printf' ? words.indexOf('-v') : -1;
  const name = at === -1 ? undefined : words[at + 1];
  return name !== undefined && mentions(node, tainted) ? [name] : [];
}
