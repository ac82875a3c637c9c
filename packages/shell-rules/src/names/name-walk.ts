import {
  type Assignment,
  type Command,
  forEachChild,
  type ParameterExpansionPart,
  type Pipeline,
  type Redirection,
  type SyntaxNode,
  type TestExpression,
  type Word,
} from 'unbash';
import { READ_TWICE, readWord } from '../analyse/read-word.js';
import { isData } from './code-argument.js';
import { commandProblem } from './command-problem.js';
import { knownWords, spelled } from './known-words.js';
import {
  computesOne,
  computesWords,
  isIndirect,
  isTold,
  mentions,
  namesOne,
  POSITIONAL,
  spells,
  variableOf,
} from './mentions.js';
import { type NameProblem, type ReadNames, shownPart } from './name-problem.js';
import type { Words } from './program-place.js';
import { shellCode, xargsMark } from './shell-code.js';

/** How the shell reads a place: `split` at blanks and as file patterns, `pattern`, or `whole` as it is. */
type Place = 'split' | 'pattern' | 'whole';

const QUOTE = 'Put it in double quotes: "$NAME".';
const AS_ARGUMENT = 'Give it to a program as an argument of its own, or use script:.';

/** One walk over a script. Every kind of node that may hold a value has a rule; all others are searched for values below them. */
export class NameWalk {
  readonly problems: NameProblem[] = [];
  readonly used = new Set<string>();
  private readonly seen = new Set<number>();
  private readonly plain: { readonly pos: number; readonly end: number }[] = [];

  constructor(
    readonly source: string,
    readonly names: ReadonlySet<string>,
    /** Reads a text that a shell inside gets as code. */
    private readonly readInner: (code: string, names: readonly string[], fed: boolean) => ReadNames,
    private fed = false,
  ) {}

  /** The places of `$name` in the text that the walk did not come by. */
  unseen(name: string): readonly number[] {
    if (!/^\w+$/.test(name)) return [];
    const places = [...this.source.matchAll(new RegExp(`\\$(?:\\{[#!]?)?${name}(?![A-Za-z0-9_])`, 'g'))];
    return places
      .map(({ index }) => index)
      .filter((at) => !this.seen.has(at) && !this.plain.some(({ pos, end }) => pos <= at && at < end));
  }

  visit(node: SyntaxNode): undefined {
    switch (node.type) {
      case 'Command':
        return this.command(node);
      case 'Redirected':
        for (const one of node.redirects) this.visit(one);
        return this.feed(
          node.command,
          node.redirects.some((one) => this.feedsValue(one)),
        );
      case 'Function':
        // A call may feed it.
        return this.feed(node.body, true);
      case 'Pipeline':
        return this.pipeline(node);
      case 'Assignment':
        return this.assignment(node);
      case 'Word':
        return this.word(node, 'split');
      case 'For':
      case 'Select':
        for (const word of node.wordlist ?? []) this.word(word, 'split');
        return this.visit(node.body);
      case 'Case':
        this.word(node.word, 'whole');
        for (const item of node.items) {
          for (const pattern of item.pattern) this.word(pattern, 'pattern');
          this.visit(item.body);
        }
        return;
      case 'TestCommand':
        return this.test(node.expression);
      case 'Redirect':
      case 'HereString':
        if (node.target !== undefined) this.word(node.target, node.type === 'Redirect' ? 'split' : 'whole');
        return;
      case 'HereDoc':
        if (node.closing === undefined || !/^\w+$/.test(node.delimiter?.value ?? '')) this.blame(node, 'whose end is not plain');
        if (node.delimiter?.quoted === true) this.plain.push(node.body);
        else for (const part of node.body.parts ?? []) this.part(part, 'whole');
        return;
      case 'ArithmeticCommand':
      case 'ArithmeticFor':
        return this.arithmetic(node);
      default:
        return this.children(node);
    }
  }

  private children(node: SyntaxNode): undefined {
    forEachChild(node, (child) => this.visit(child));
  }

  private parts(node: SyntaxNode, place: Place): undefined {
    forEachChild(node, (child) => this.part(child, place));
  }

  private computes(word: Word): boolean {
    return mentions(word, this.names) || computesOne(word.text, this.names);
  }

  private isComputed(key: string): boolean {
    return computesOne(key, this.names);
  }

  private blame(node: { readonly pos: number; readonly end: number }, why: string, instead = AS_ARGUMENT): undefined {
    this.problems.push({ where: shownPart(this.source.slice(node.pos, node.end)), why, instead });
  }

  private command(node: Command): undefined {
    const isFed =
      this.fed ||
      node.redirects.some((one) => this.feedsValue(one)) ||
      node.args.some((arg) => arg.text.includes('<(') && this.tells(arg));
    if (isFed && feedsLater(knownWords(node))) this.blame(node, 'which feeds the commands behind it');
    if (isFed && node.name !== undefined && /^[^/]*\0[^/]*$/.test(spelled(node.name, '\0')))
      this.blame(node, 'which feeds a value to a program that is not known');
    const found = commandProblem(node, { names: this.names, isFed });
    if (found !== undefined) this.blame(found.at, found.why, found.instead);
    this.inner(node, isFed);
    for (const one of node.prefix) this.visit(one);
    if (node.name !== undefined) this.word(node.name, 'split');
    for (const one of node.suffix) this.visit(one);
  }

  /**
   * Reads the code that a command has for another shell, which has the variables too, and the values among its words as `$1`. A word
   * that spells a variable is code for any program but those for which it is data: what is not known may start a shell.
   */
  private inner(node: Command, isFed: boolean): undefined {
    const words = knownWords(node);
    const places = shellCode(words);
    const [first] = places;
    const code = places.map((at) => words[at] ?? spelled(node.args[at - 1] ?? node)).join(' ');
    // eval and trap read the words of the call that they are in.
    const isOwn = /^(?:eval|trap)$/.test(words.find((word) => !/^(?:command|builtin)$/.test(word ?? '')) ?? '');
    const isTold = isFed || mentions(node, this.names) || (isOwn && /\$\{?[\d@*]/.test(code));
    const isOpen = places.some((at) => words[at] === null);
    if (isOpen && (isTold || this.tells(node) || /\$\{?_/.test(code)))
      this.blame(node, 'which gives a shell code that is not known');
    if (first !== undefined && (isTold || computesWords(code, this) || namesOne(code, this.names))) this.code(node, code, isFed);
    for (const [index, arg] of node.args.entries()) {
      const text = spelled(arg).replace(/^(?:--?[\w-]+=|[\w.]+=)+!?/, '');
      if (!places.includes(index + 1) && spells(text, this.names) && !isData(words, index + 1)) this.code(node, text, false);
    }
  }

  private code(node: Command, code: string, isFed: boolean): undefined {
    if (code.includes(xargsMark(knownWords(node)) ?? '{}')) this.blame(node, 'which puts a value into the code of a shell');
    const { problems, used } = this.readInner(code, [...this.names], isFed);
    this.problems.push(...problems);
    for (const name of used) this.used.add(name);
  }

  private pipeline(node: Pipeline): undefined {
    node.commands.forEach((command, index) => {
      this.feed(
        command,
        node.commands.slice(0, index).some((one) => this.tells(one)),
      );
    });
  }

  private feedsValue(node: Redirection): boolean {
    if (node.type === 'Redirect' && !node.operator.startsWith('<')) return false;
    return this.tells(node);
  }

  /** Whether what a node gives may hold a value, or a text that reads one where a shell gets it as code. */
  private tells(node: SyntaxNode): boolean {
    const text = this.source.slice(node.pos, node.end);
    if (mentions(node, this.names) || spells(text, this.names) || (POSITIONAL.test(text) && computesWords(text, this)))
      return true;
    let found = false;
    // The text of a here-document stands behind the command.
    forEachChild(node, (child) => {
      found ||= this.tells(child);
    });
    return found;
  }

  /** Visits a part whose standard input may hold values. */
  private feed(node: SyntaxNode, isFed: boolean): undefined {
    const before = this.fed;
    this.fed ||= isFed;
    this.visit(node);
    this.fed = before;
  }

  private assignment(node: Assignment): undefined {
    const { index, value } = node;
    const keys = value.type === 'Word' ? [] : value.elements.map(({ text }) => /^\[(.*?)\]\+?=/s.exec(text)?.[1] ?? '');
    if ((index !== undefined && this.computes(index)) || keys.some((key) => this.isComputed(key)))
      this.blame(node, 'which computes with a value');
    if (!mentions(node, this.names)) return this.children(node);
    if (node.value.type === 'Word') this.word(node.value, 'whole');
    else for (const word of node.value.elements) this.word(word, 'split');
  }

  private test(node: TestExpression): undefined {
    if (node.type === 'TestUnary') {
      if (/^-[vRo]$/.test(node.operator) && this.computes(node.operand))
        this.blame(node, `which reads a value as a name (${node.operator})`);
      return this.word(node.operand, 'whole');
    }
    if (node.type !== 'TestBinary') return this.testParts(node);
    const { operator, left, right } = node;
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator) && [left, right].some((one) => this.computes(one)))
      this.blame(node, `which computes with a value (${operator})`, 'Use [ "$NAME" -eq 1 ], which takes numbers only.');
    if (operator === '=~' && mentions(right, this.names)) this.blame(right, 'which is read as a regular expression');
    this.word(left, 'whole');
    this.word(right, 'pattern');
  }

  private testParts(node: TestExpression): undefined {
    forEachChild(node, (child) => {
      if (child.type.startsWith('Test')) this.test(child as TestExpression);
    });
  }

  private arithmetic(node: SyntaxNode): undefined {
    if (mentions(node, this.names) || namesOne(this.source.slice(node.pos, node.end), this.names))
      this.blame(node, 'which computes with a value, and bash may run a value there');
    if (node.type === 'ArithmeticFor') this.visit(node.body);
    this.markAll(node);
  }

  private word(node: Word, place: Place): undefined {
    const doubt = mentions(node, this.names) ? doubtOf(node) : undefined;
    if (doubt !== undefined) this.blame(node, `with ${doubt}`);
    for (const part of node.parts ?? []) this.part(part, place);
  }

  /** `place`: how the shell reads what is not in quotes there. */
  private part(node: SyntaxNode, place: Place): undefined {
    switch (node.type) {
      case 'DoubleQuoted':
        for (const child of node.parts) this.part(child, 'whole');
        return;
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        this.plain.push(node);
        return;
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return this.variable(node, place);
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        if (node.text.startsWith('>(')) this.blame(node, 'which feeds a program beside the pipe');
        if (/<<(?!<)/.test(node.text.replaceAll('<<<', '')))
          this.blame(node, 'with a here-document, whose end bash finds elsewhere');
        if (node.text.startsWith('`') && mentions(node, this.names)) this.blame(node, 'which quotes twice', 'Write $(…).');
        else if (node.type === 'CommandExpansion' && place !== 'whole' && mentions(node, this.names))
          this.blame(node, 'whose output is split into words', `Write "${node.text}".`);
        return this.children(node);
      case 'ArithmeticExpansion':
        return this.arithmetic(node);
      case 'Literal':
        return;
      default:
        if (mentions(node, this.names)) this.blame(node, 'which bash expands before it splits');
        return this.parts(node, place);
    }
  }

  private variable(node: SyntaxNode, place: Place): undefined {
    const name = variableOf(node) ?? '';
    this.used.add(name);
    this.seen.add(node.pos);
    const isValue = isTold(name, this.names) || isIndirect(node);
    if (isValue && place === 'split') this.blame(node, 'which is split into words and read as a file pattern', quoted(name));
    if (isValue && place === 'pattern') this.blame(node, 'which is read as a pattern', quoted(name));
    if (node.type === 'ParameterExpansion') this.operation(node, { isValue, place });
  }

  private operation(node: ParameterExpansionPart, { isValue, place }: { isValue: boolean; place: Place }): undefined {
    const { prefix, index, operation } = node;
    if (isTold(node.parameter, this.names) && prefix === '!') this.blame(node, 'which reads a value as a name');
    if (index !== undefined && this.computes(index)) this.blame(node, 'which computes with a value');
    if (operation === undefined) return;
    const isSafe = ['Default', 'Remove', 'Replace', 'Slice', 'CaseModification'].includes(operation.type);
    if (!isSafe && (isValue || mentions(operation, this.names)))
      return this.blame(node, 'which does more with a value than to read it');
    if (operation.type === 'Slice' && [operation.offset, operation.length].some((one) => one !== undefined && this.computes(one)))
      this.blame(node, 'which computes with a value');
    const inner: Place = operation.type === 'Default' ? place : 'pattern';
    forEachChild(operation, (child) => (child.type === 'Word' ? this.word(child, inner) : this.part(child, inner)));
  }

  private markAll(node: SyntaxNode): undefined {
    if (variableOf(node) !== undefined) this.seen.add(node.pos);
    this.used.add(variableOf(node) ?? '');
    forEachChild(node, (child) => this.markAll(child));
  }
}

/** Whether these words may be an `exec` without a program, whose input the script keeps. */
function feedsLater(words: Words): boolean {
  const at = words.findIndex((word) => !/^(?:command|builtin|-p|--)$/.test(word ?? ''));
  return words[at] === 'exec' && !/^[^-]/.test(words[at + 1] ?? '');
}

/** The reason for which bash may read a word differently than this parser. */
function doubtOf(node: Word): string | undefined {
  const { argument, blame } = readWord(node);
  if (blame !== undefined) return blame;
  return typeof argument !== 'string' && argument.why === READ_TWICE ? READ_TWICE : undefined;
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? QUOTE.replace('NAME', name) : 'Put it in double quotes: "$@".');
