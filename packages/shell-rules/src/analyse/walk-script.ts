import { type AndOr, type CaseItem, forEachChild, type Pipeline, type Statement, type SyntaxNode, type Word } from 'unbash';
import { assignmentProblem } from './assignments.js';
import type { Range } from './coverage.js';
import { sayKind, TRANSPARENT } from './node-kinds.js';
import type { Chain } from './parts.js';
import { readWord } from './read-word.js';
import type { Collected, Walk } from './walk.js';
import { walkCommand } from './walk-command.js';
import { isInput, walkRedirection } from './walk-redirection.js';

export type WalkInput = Pick<Walk, 'source' | 'into' | 'folders' | 'fed' | 'nested'>;

const MOST_NODES = 5_000;
const MOST_DEPTH = 200;
const MOST_FOLDERS = 8;

/** One walk over one script, in the order in which bash runs it. */
export class ScriptWalk implements Walk {
  readonly source: string;
  readonly into: Collected;
  readonly nested: Walk['nested'];
  readonly ranges: Range[] = [];
  folders: readonly Chain[];
  fed: boolean;
  private depth = 0;
  /** The number of `${…}` around the current node. */
  private expansions = 0;

  constructor({ source, into, folders, fed, nested }: WalkInput) {
    this.source = source;
    this.into = into;
    this.folders = folders;
    this.fed = fed;
    this.nested = nested;
  }

  blame(what: string | undefined): undefined {
    this.into.unclear ??= what;
  }

  visit(node: SyntaxNode): undefined {
    this.into.nodes += 1;
    if (this.into.nodes > MOST_NODES) return this.blame(`more than ${MOST_NODES} parts`);
    if (this.depth > MOST_DEPTH) return this.blame('too many levels');
    this.depth += 1;
    this.visitKind(node);
    this.depth -= 1;
  }

  private visitKind(node: SyntaxNode): undefined {
    switch (node.type) {
      case 'Command':
        return walkCommand(node, this);
      case 'AndOr':
        return this.andOr(node);
      case 'Pipeline':
        return this.pipeline(node);
      case 'Statement':
        return this.statement(node);
      case 'Subshell':
        this.ranges.push({ pos: node.pos, end: node.pos + 1 }, { pos: node.end - 1, end: node.end });
        return this.apart(node);
      case 'CaseItem':
        this.caseBrackets(node);
        return this.children(node);
      case 'For':
        return this.loop(node);
      case 'While':
        this.into.waits = true;
        return this.loop(node);
      case 'Word':
        walkWord(node, this);
        return this.children(node);
      case 'ParameterExpansion':
        return this.expansion(node);
      case 'AnsiCQuoted':
        // Between double quotes, bash does not read this as a quote, and the parser does not tell where it is.
        return this.expansions > 0 ? this.blame("a $'…' string in an expansion") : undefined;
      case 'ProcessSubstitution':
        this.into.waits = true;
        return walkSubstitution(node, this);
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
        return walkSubstitution(node, this);
      case 'Redirected':
        this.feed(node.redirects.some(isInput), node.command);
        for (const one of node.redirects) walkRedirection(one, this);
        return;
      case 'Time':
      case 'Negation':
        this.ranges.push(node);
        return;
      default:
        if (!TRANSPARENT.has(node.type)) this.blame(sayKind(node.type));
        return this.children(node);
    }
  }

  private feed(isFed: boolean, node: SyntaxNode): undefined {
    const before = this.fed;
    this.fed ||= isFed;
    this.visit(node);
    this.fed = before;
  }

  private children(node: SyntaxNode): undefined {
    forEachChild(node, (child) => this.visit(child));
  }

  private statement(node: Statement): undefined {
    if (node.background !== true) return this.branch(node);
    this.into.waits = true;
    return this.apart(node);
  }

  private expansion(node: SyntaxNode): undefined {
    this.expansions += 1;
    this.children(node);
    this.expansions -= 1;
  }

  /** Covers the brackets of `(a|b)` in a case item. The first bracket is optional. */
  private caseBrackets({ pos, pattern }: CaseItem): undefined {
    const { source } = this;
    const [first, last] = [pattern[0], pattern.at(-1)];
    if (first === undefined || last === undefined) return this.blame('a case without a pattern');
    if (/^\(\s*$/.test(source.slice(pos, first.pos))) this.ranges.push({ pos, end: first.pos });
    const end = source.indexOf(')', last.end);
    if (end !== -1 && /^\s*$/.test(source.slice(last.end, end))) this.ranges.push({ pos: last.end, end: end + 1 });
  }

  /** Walks a part that may run or not. A `cd` in the part may have happened or not. */
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

  /** Walks a part that runs in its own process, so that the folder stays unchanged. */
  private apart(node: SyntaxNode): undefined {
    const before = this.folders;
    this.children(node);
    this.folders = before;
  }

  private loop(node: SyntaxNode & { readonly type: 'For' | 'While' }): undefined {
    const before = this.folders;
    if (node.type === 'For') this.loopWords(node.name, node.wordlist ?? []);
    else this.visit(node.clause);
    this.visit(node.body);
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
    for (const [index, command] of node.commands.entries()) {
      this.feed(index > 0, command);
      if (node.commands.length > 1) this.folders = before;
    }
  }

  /** Walks a list. After `cd x &&`, only `x` counts; at the end, any of the folders on the way. */
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
}

/** Blames a word for a part that must never pass unseen. The caller walks the parts. */
function walkWord(node: Word, walk: Walk): undefined {
  walk.ranges.push(node);
  return walk.blame(readWord(node).blame);
}

type Substitution = SyntaxNode & { text: string; script: { source?: string } | undefined };

/** Reads the script of a substitution again from its text, only where the text has a single reading. */
function walkSubstitution({ text, script }: Substitution, walk: Walk): undefined {
  const inner = text.startsWith('`') ? (script?.source ?? text.slice(1, -1)) : text.slice(2, -1);
  const isPlain = /^(?:\$\([\s\S]*\)|[<>]\([\s\S]*\)|`[\s\S]*`)$/.test(text) && script !== undefined;
  const isTwofold = text.startsWith('$((') || (text.startsWith('`') && script?.source === undefined && inner.includes('\\'));
  if (!isPlain || isTwofold) walk.blame('a substitution that can be read in two ways');
  const { folders, fed } = walk;
  walk.nested(isPlain ? inner : text.replace(/^\$\{/, ''), { folders, fed: fed || text.startsWith('>(') });
}
