import { type Command, forEachChild, parse, type Redirection, type SyntaxNode, type Word } from 'unbash';
import { type Range, uncovered } from './coverage.js';
import { readWord } from './literal-word.js';
import { hiddenCommand } from './unclear-programs.js';

export interface SimpleCommand {
  readonly text: string;
  /** Where it ends in the source. */
  readonly end: number;
  /** Behind their quotes. A word that is not literal stands as it is written. */
  readonly words: readonly string[];
}

export interface FileUse {
  readonly kind: 'read' | 'write';
  /** As it is written; relative to the folder in which the script starts. */
  readonly path: string;
}

/** What could be read of a script. `unclear` is the first thing that stands in the way of reading all of it. */
export interface ScriptParts {
  readonly commands: readonly SimpleCommand[];
  readonly redirected: readonly FileUse[];
  readonly unclear: string | undefined;
}

const MOST_CHARS = 10_000;
const MOST_DEPTH = 200;

/**
 * Reads a script by a list of what is understood: simple commands of literal words, joined by `&&`, `||`, `;`, `|` and new
 * lines, with `!`, comments and plain redirections. Whatever else stands in it makes it unclear, but its commands are still
 * told, however deep, so that rules that forbid can see them.
 */
export function readScript(source: string): ScriptParts {
  const reader = createReader(source);
  if (source.length > MOST_CHARS) reader.blame(`more than ${MOST_CHARS} characters`);
  if (/(?![ \t\n])[\p{Z}\p{C}]/u.test(source)) reader.blame('an invisible or control character');
  const script = parse(source);
  reader.visit(script, 0);
  const place = reader.parts.unclear === undefined ? uncovered(source, reader.ranges) : undefined;
  if (place !== undefined) reader.blame(`text that was not understood: ${JSON.stringify(source.slice(place, place + 20))}`);
  return reader.parts;
}

interface Reader {
  readonly parts: ScriptParts;
  readonly ranges: readonly Range[];
  /** Gives back nothing, so that it can stand after `return`. */
  blame(what: string): undefined;
  visit(node: SyntaxNode, depth: number): undefined;
}

/** Words are read by `readWord`, which blames what it does not know. */
const UNDERSTOOD = new Set([
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'Script',
  'Statement',
  'AndOr',
  'Pipeline',
  'Negation',
  'Command',
  'Word',
]);

function createReader(source: string): Reader {
  const parts: { commands: SimpleCommand[]; redirected: FileUse[]; unclear: string | undefined } = {
    commands: [],
    redirected: [],
    unclear: undefined,
  };
  const ranges: Range[] = [];
  const blame = (what: string): undefined => {
    parts.unclear ??= what;
  };
  const visit = (node: SyntaxNode, depth: number): undefined => {
    if (depth > MOST_DEPTH) return blame('too many levels');
    if (node.type === 'Script') checkScript(node, { depth, blame });
    else if (node.type === 'Statement' && node.background === true) blame('a background command (&)');
    else if (!UNDERSTOOD.has(node.type) && !REDIRECTIONS.has(node.type)) blame(describe(node.type));
    if (node.type === 'Command') readCommand(node, { source, parts, ranges, blame });
    if (node.type === 'Negation') ranges.push(node);
    forEachChild(node, (child) => visit(child, depth + 1));
  };
  return { parts, ranges, blame, visit };
}

const REDIRECTIONS = new Set(['Redirect', 'FileDescriptor']);

/** The name of a node as a person says it: `ParameterExpansion` -> `a parameter expansion`. */
function describe(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

function checkScript(
  script: { readonly errors?: readonly unknown[] | undefined },
  at: { depth: number; blame: Reader['blame'] },
): void {
  if ((script.errors?.length ?? 0) > 0) at.blame('text that is not valid bash');
  if (at.depth > 0) at.blame('a command substitution');
}

interface Into {
  readonly source: string;
  readonly parts: { commands: SimpleCommand[]; redirected: FileUse[] };
  readonly ranges: Range[];
  readonly blame: Reader['blame'];
}

function readCommand(command: Command, into: Into): void {
  const words: string[] = [];
  for (const word of [command.name, ...command.args]) {
    if (word === undefined) continue;
    if (word.type === 'Assignment') into.blame('an assignment');
    else words.push(textOf(word, into));
    into.ranges.push(word);
  }
  for (const redirection of command.redirects) readRedirection(redirection, into);
  if (words.length === 0) return;
  into.parts.commands.push({ text: into.source.slice(command.pos, command.end), end: command.end, words });
  const hidden = hiddenCommand(words);
  if (hidden !== undefined) into.blame(hidden);
}

function textOf(word: Word, into: Into): string {
  const read = readWord(word);
  if ('value' in read) return read.value;
  into.blame(read.dynamic);
  return word.value;
}

const COPY = /^(?:\d+-?|-)$/;
const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

function readRedirection(redirection: Redirection, into: Into): undefined {
  if (redirection.type !== 'Redirect') return into.blame(redirection.type === 'HereDoc' ? 'a here-document' : 'a here-string');
  into.ranges.push(redirection);
  const { operator, target, descriptor } = redirection;
  if (target === undefined) return into.blame('a redirection without a target');
  if (descriptor?.type === 'FileDescriptorVariable') into.blame('a descriptor in a variable');
  const path = textOf(target, into);
  if (operator.endsWith('&') && COPY.test(path)) return;
  if (operator === '<&') return into.blame('a copied descriptor');
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) into.blame('a network redirection');
  if (SINKS.has(path)) return;
  if (operator !== '<') into.parts.redirected.push({ kind: 'write', path });
  if (operator.startsWith('<')) into.parts.redirected.push({ kind: 'read', path });
}
