import {
  type AndOr,
  type Assignment,
  type CaseItem,
  type Command,
  forEachChild,
  type HereDoc,
  type Pipeline,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { assignmentProblem } from './assignments.js';
import type { Range } from './coverage.js';
import type { Chain, FileUse, Part } from './parts.js';
import { type Argument, readWord } from './read-word.js';
import { takeCommand } from './take-command.js';

/** What is found, over all nested scripts. */
export interface Collected {
  readonly commands: Part[];
  readonly files: FileUse[];
  unclear: string | undefined;
  nodes: number;
}

export interface WalkInput {
  readonly source: string;
  readonly into: Collected;
  readonly folders: readonly Chain[];
  /** Reads a script that stands in a word. */
  readonly nested: (source: string, folders: readonly Chain[]) => readonly Chain[];
}

const MOST_NODES = 5_000;
const MOST_DEPTH = 200;
const MOST_FOLDERS = 8;

/** Only their parts matter. */
const TRANSPARENT = new Set([
  'Script',
  'CompoundList',
  'If',
  'Elif',
  'Case',
  'BraceGroup',
  'Negation',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'Glob',
  'BraceExpansion',
  'SimpleExpansion',
  'ParameterExpansion',
  'ArithmeticExpansion',
  'ArithmeticBinary',
  'ArithmeticUnary',
  'ArithmeticTernary',
  'ArithmeticGroup',
  'ArithmeticWord',
  'Default',
  'Remove',
  'Replace',
  'Slice',
  'CaseModification',
  'FileDescriptor',
  'HereDocDelimiter',
  'HereDocBody',
]);

/** One walk over one script, in the order in which bash runs it. */
export class ScriptWalk {
  readonly ranges: Range[] = [];
  folders: readonly Chain[];
  private depth = 0;

  constructor(private readonly input: WalkInput) {
    this.folders = input.folders;
  }

  private blame(what: string | undefined): undefined {
    this.input.into.unclear ??= what;
  }

  visit(node: SyntaxNode): undefined {
    this.input.into.nodes += 1;
    if (this.input.into.nodes > MOST_NODES) return this.blame(`more than ${MOST_NODES} parts`);
    if (this.depth > MOST_DEPTH) return this.blame('too many levels');
    this.depth += 1;
    this.visitKind(node);
    this.depth -= 1;
  }

  private visitKind(node: SyntaxNode): undefined {
    switch (node.type) {
      case 'Command':
        return this.command(node);
      case 'AndOr':
        return this.andOr(node);
      case 'Pipeline':
        return this.pipeline(node);
      case 'Statement':
        return node.background === true ? this.apart(node) : this.branch(node);
      case 'Subshell':
        this.ranges.push({ pos: node.pos, end: node.pos + 1 }, { pos: node.end - 1, end: node.end });
        return this.apart(node);
      case 'CaseItem':
        this.caseBrackets(node);
        return this.children(node);
      case 'For':
      case 'While':
        return this.loop(node);
      case 'Word':
        return this.word(node);
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
      case 'ProcessSubstitution':
        return this.substitution(node);
      case 'Redirected':
        this.visit(node.command);
        for (const one of node.redirects) this.redirection(one);
        return;
      case 'Time':
      case 'Negation':
        this.ranges.push(node);
        return;
      default:
        if (!TRANSPARENT.has(node.type)) this.blame(describe(node.type));
        forEachChild(node, (child) => this.visit(child));
    }
  }

  /** `(a|b)` before what is done for it; the first bracket may be left out. */
  private caseBrackets({ pos, pattern }: CaseItem): undefined {
    const { source } = this.input;
    const [first, last] = [pattern[0], pattern.at(-1)];
    if (first === undefined || last === undefined) return this.blame('a case without a pattern');
    if (/^\(\s*$/.test(source.slice(pos, first.pos))) this.ranges.push({ pos, end: first.pos });
    const end = source.indexOf(')', last.end);
    if (end !== -1 && /^\s*$/.test(source.slice(last.end, end))) this.ranges.push({ pos: last.end, end: end + 1 });
  }

  private children(node: SyntaxNode): undefined {
    forEachChild(node, (child) => this.visit(child));
  }

  /** It may run or not, so a `cd` in it may have happened or not. */
  private branch(node: SyntaxNode): undefined {
    const before = this.folders;
    this.children(node);
    this.join(before);
  }

  private join(others: readonly Chain[]): undefined {
    if (others === this.folders) return;
    this.folders = [...new Set([...others, ...this.folders])];
    if (this.folders.length <= MOST_FOLDERS) return;
    this.blame('cd into many folders');
    this.folders = this.folders.slice(0, 1);
  }

  /** In a process of its own, which leaves the folder as it was. */
  private apart(node: SyntaxNode): undefined {
    const before = this.folders;
    this.children(node);
    this.folders = before;
  }

  private loop(node: SyntaxNode): undefined {
    const before = this.folders;
    if (node.type === 'For') this.loopWords(node.name, node.wordlist ?? []);
    else if (node.type === 'While') this.visit(node.clause);
    if (node.type === 'For' || node.type === 'While') this.visit(node.body);
    if (this.folders !== before) this.blame('cd in a loop');
  }

  private loopWords(name: Word, words: readonly Word[]): undefined {
    this.ranges.push(name);
    if (!/^[a-z_][a-z0-9_]*$/.test(name.text) || assignmentProblem(name.text, undefined) !== undefined)
      this.blame(`a loop over ${name.text}`);
    for (const word of words) this.visit(word);
  }

  private pipeline(node: Pipeline): undefined {
    for (const prefix of node.prefixes) this.visit(prefix);
    const before = this.folders;
    for (const command of node.commands) {
      this.visit(command);
      if (node.commands.length > 1) this.folders = before;
    }
  }

  /** After `cd x &&` only x counts; at the end any of the folders on the way. */
  private andOr(node: AndOr): undefined {
    const seen: Chain[] = [...this.folders];
    const isChain = node.operators.every((operator) => operator === '&&');
    for (const command of node.commands) {
      const before = this.folders;
      this.visit(command);
      if (!isChain) this.join(before);
      if (this.folders !== before) seen.push(...this.folders);
    }
    const ends = [...new Set(seen)];
    if (ends.length !== this.folders.length) this.join(ends);
  }

  private word(node: Word): undefined {
    this.ranges.push(node);
    this.blame(readWord(node).blame);
    this.children(node);
  }

  private substitution(node: SyntaxNode & { text: string; script: { source?: string } | undefined }): undefined {
    const { text, script } = node;
    const inner = text.startsWith('`') ? (script?.source ?? text.slice(1, -1)) : text.slice(2, -1);
    const isPlain = /^(?:\$\([\s\S]*\)|[<>]\([\s\S]*\)|`[\s\S]*`)$/.test(text) && script !== undefined;
    if (!isPlain || text.startsWith('$((')) this.blame('a substitution that can be read in two ways');
    if (text.startsWith('`') && script?.source === undefined && inner.includes('\\'))
      this.blame('a substitution that can be read in two ways');
    this.input.nested(isPlain ? inner : text.replace(/^\$\{/, ''), this.folders);
  }

  private command(node: Command): undefined {
    const args: Argument[] = [];
    let inLine: string | undefined;
    const assigned: Assignment[] = [];
    for (const word of [...node.prefix, node.name, ...node.suffix]) {
      if (word === undefined) continue;
      if (word.type === 'Assignment') {
        assigned.push(word);
        this.assignment(word);
        if (node.name !== undefined && word.pos > node.name.pos) args.push(readAssignment(word));
      } else if (word.type === 'Word') {
        this.visit(word);
        args.push(readWord(word).argument);
      } else inLine = this.redirection(word) ?? inLine;
    }
    const problem = assigned
      .map((one) => assignmentProblem(one, { alone: args.length === 0 }))
      .find((found) => found !== undefined);
    if (args.length === 0) return this.blame(problem);
    const text = this.input.source.slice(node.pos, node.end);
    const place = { text, end: node.end, also: [], input: inLine, blame: problem, depth: 0 };
    this.folders = takeCommand(args, { place, into: this.input.into, nested: this.input.nested, folders: this.folders });
  }

  private assignment(node: Assignment): undefined {
    this.ranges.push(node);
    const { value } = node;
    if (node.index !== undefined) this.visit(node.index);
    if (value.type === 'Word') this.visit(value);
    else for (const element of value.elements) this.visit(element);
  }

  /** Gives back what a here-document or here-string feeds in, as far as it is known. */
  private redirection(node: Redirection): string | undefined {
    this.ranges.push(node);
    if (node.descriptor?.type === 'FileDescriptorVariable') this.blame('a descriptor in a variable');
    if (node.type === 'HereDoc') return this.hereDoc(node);
    if (node.target === undefined) return this.blame('a redirection without a target');
    this.visit(node.target);
    const { argument } = readWord(node.target);
    if (node.type === 'HereString') return typeof argument === 'string' ? argument : '';
    const { operator } = node;
    if (typeof argument === 'string') {
      if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(argument)) return undefined;
      if (/^\/dev\/(?:tcp|udp)\//.test(argument)) this.blame('a network redirection');
      if (SINKS.has(argument)) return undefined;
    } else if (argument.home === undefined) return this.blame(`a redirection to or from ${argument.why}`);
    if (operator === '<&') return this.blame('a copied descriptor');
    const { into } = this.input;
    if (operator !== '<') into.files.push({ kind: 'write', path: argument, folders: this.folders });
    if (operator.startsWith('<')) into.files.push({ kind: 'read', path: argument, folders: this.folders });
    return undefined;
  }

  private hereDoc(node: HereDoc): string {
    const { body, closing, delimiter } = node;
    this.ranges.push({ pos: body.pos, end: body.end });
    if (closing === undefined || delimiter === undefined) this.blame('a here-document without its end');
    else this.ranges.push(closing);
    if (delimiter?.quoted !== true) {
      for (const part of body.parts ?? []) this.visit(part);
      this.blame(bodyProblem(node));
    }
    return body.text;
  }
}

/** The parts of a body that is expanded are read like those of a quoted word. */
function bodyProblem({ body }: HereDoc): string | undefined {
  const parts = body.parts ?? [];
  const quoted = { type: 'DoubleQuoted' as const, pos: body.pos, end: body.end, text: `"${body.text}"`, parts: [] };
  const children = parts.filter((part) => part.type !== 'Literal');
  const word = {
    type: 'Word' as const,
    text: '',
    value: '',
    pos: body.pos,
    end: body.end,
    parts: [{ ...quoted, parts: children }],
  };
  if (parts.length === 0 && /(?<!\\)(?:\\\\)*[$`]/.test(body.text)) return 'a here-document that was not understood';
  return readWord(word as Word).blame;
}

const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

/** `X=y` behind a builtin or a program is one of its words. */
function readAssignment(node: Assignment): Argument {
  if (node.value.type !== 'Word') return { why: 'an array', single: false, lead: '' };
  const { argument } = readWord(node.value);
  const head = node.text.slice(0, node.text.length - node.value.text.length);
  if (!/^[A-Za-z_]\w*=$/.test(head)) return { why: 'an assignment', single: false, lead: '' };
  return typeof argument === 'string' ? head + argument : { why: argument.why, single: argument.single, lead: head };
}

/** The name of a node as a person says it: `ParameterExpansion` -> `a parameter expansion`. */
function describe(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
