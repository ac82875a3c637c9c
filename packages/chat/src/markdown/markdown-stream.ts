import { Lexer, type MarkedToken } from 'marked';
import type { Block } from '../text/line.js';
import { wrap } from '../text/wrap.js';
import { Gaps, LONGEST_BLOCK, sourceBlocks } from './blocks.js';
import { codeLine } from './code-block.js';

/** A block with more lines becomes final in parts, and so does a table with more rows. */
const MOST_LINES = 100;
const MOST_ROWS = 50;

interface OpenCode {
  readonly fence: string;
  readonly indent: number;
  readonly language: string | undefined;
  readonly lines: string[];
}

/**
 * Markdown as it arrives. A block is final when the next one begins; an item of a list, and a line of code, when the next item or
 * line begins. Only whole lines decide, so the blocks are the same however the text is cut into tokens.
 */
export class MarkdownStream {
  readonly #gaps = new Gaps();
  #finished: Block[] = [];
  /** The whole lines of the open block. */
  #source = '';
  /** The line that is not whole yet. */
  #tail = '';
  #code: OpenCode | undefined;
  /** The head of a table of which some rows are final. */
  #tableHead = '';
  #open: Block | undefined;

  push(text: string): void {
    this.#open = undefined;
    const lines = text.split('\n');
    for (const line of lines.slice(0, -1)) {
      this.#line((this.#tail + line).replace(/\r$/, ''));
      this.#tail = '';
    }
    this.#tail += lines.at(-1) ?? '';
  }

  /** The blocks that are final since the last call. */
  finished(): readonly Block[] {
    const blocks = this.#finished;
    this.#finished = [];
    return blocks;
  }

  /** The text that may still change. It is read again only after more has come. */
  open(): Block {
    this.#open ??= kept(this.#code === undefined ? this.#openText() : this.#openCode(this.#code));
    return this.#open;
  }

  /** The text is whole. */
  end(): readonly Block[] {
    this.#open = undefined;
    if (this.#tail !== '') this.#line(this.#tail);
    this.#tail = '';
    this.#commit(this.#source);
    this.#source = '';
    return this.finished();
  }

  #openText(): readonly Block[] {
    const source = this.#source + this.#tail;
    if (source === this.#tableHead) return [];
    if (source.length <= LONGEST_BLOCK) return sourceBlocks(closed(source), this.#gaps.copy());
    const end = source.slice(-LONGEST_BLOCK);
    return [(columns) => wrap([{ text: end }], columns)];
  }

  #openCode({ fence, lines, language }: OpenCode): readonly Block[] {
    const isFence = this.#tail === '' || fence.startsWith(this.#tail.trim().slice(0, fence.length));
    return isFence ? [] : [codeLine([...lines, this.#tail.slice(-LONGEST_BLOCK)], language)];
  }

  #line(line: string): void {
    if (this.#code === undefined) {
      this.#source += `${line}\n`;
      this.#settle();
    } else this.#codeLine(this.#code, line);
  }

  #codeLine({ fence, indent, language, lines }: OpenCode, line: string): void {
    const end = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
    if (end?.startsWith(fence) === true) {
      this.#code = undefined;
      return;
    }
    lines.push(line.replace(new RegExp(`^ {0,${indent}}`), ''));
    const gap = lines.length === 1 ? this.#gaps.next('code') : [];
    const block = codeLine(lines, language);
    this.#finished.push((columns) => [...gap, ...block(columns)]);
  }

  /** Commits what the last whole line made final. */
  #settle(): void {
    const { start, last, isApart } = lastBlock(this.#source);
    const fence = last?.type === 'code' && !CLOSED.test(last.raw) ? OPENING.exec(last.raw) : null;
    if (fence !== null) this.#openFence(start, fence);
    else if (last?.type === 'table' && last.rows.length >= MOST_ROWS) this.#cutTable(last.raw);
    else if (last === undefined || isFinal(last, isApart)) this.#keep(this.#source.length);
    else this.#keep(last.type === 'list' ? start + lengthOf(last.items.slice(0, -1)) : start);
  }

  #openFence(start: number, [, indent = '', fence = '', info = '']: RegExpExecArray): void {
    this.#keep(start);
    this.#source = '';
    this.#code = { fence, indent: indent.length, language: info.trim().split(/\s/)[0], lines: [] };
  }

  /** The rows of a long table become final, and the next ones get the same head. */
  #cutTable(raw: string): void {
    this.#keep(this.#source.length);
    this.#tableHead = `${raw.split('\n').slice(0, 2).join('\n')}\n`;
    this.#source = this.#tableHead;
  }

  #keep(length: number): void {
    this.#commit(this.#source.slice(0, length));
    this.#source = this.#source.slice(length);
  }

  #commit(source: string): void {
    if (source === '') return;
    const isBareHead = this.#tableHead !== '' && source.trimEnd() === this.#tableHead.trimEnd();
    this.#tableHead = '';
    if (!isBareHead) this.#finished.push(...sourceBlocks(source, this.#gaps));
  }
}

/** Markdown that is whole, as the stream gives it. */
export function markdownBlock(text: string): Block {
  const stream = new MarkdownStream();
  stream.push(text);
  const blocks = stream.end();
  return (columns) => blocks.flatMap((block) => block(columns));
}

/** The text with the end of emphasis or code that is still open, so that its marks do not show until then. */
function closed(source: string): string {
  const start = source.lastIndexOf('\n\n') + 1;
  const isOpen = (mark: string, text: string) => text.slice(start).split(mark).length % 2 === 0;
  if (!(isOpen('`', source) || isOpen('**', source)) || /^ {0,3}(?:```|~~~)/m.test(source.slice(start))) return source;
  const text = source.replace(/[*`]+$/, '');
  if (isOpen('`', text)) return `${text}\``;
  return isOpen('**', text) ? `${text.trimEnd()}**` : text;
}

/** Blocks one below the other, laid out once for a width. */
function kept(blocks: readonly Block[]): Block {
  let laidOut: { readonly columns: number; readonly lines: ReturnType<Block> } | undefined;
  return (columns) => {
    if (laidOut?.columns !== columns) laidOut = { columns, lines: blocks.flatMap((block) => block(columns)) };
    return laidOut.lines;
  };
}

const OPENING = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/;
const CLOSED = /\n {0,3}(?:`{3,}|~{3,})\s*$/;

/** The last block of a text, where it starts, and whether blank lines follow. Text that is too long is no block. */
function lastBlock(source: string): {
  readonly start: number;
  readonly last?: MarkedToken | undefined;
  readonly isApart: boolean;
} {
  const tokens = source.length > LONGEST_BLOCK ? [] : blockTokens(source);
  const isApart = tokens.at(-1)?.type === 'space';
  const before = tokens.slice(0, isApart ? -2 : -1);
  return { start: lengthOf(before), last: tokens[before.length], isApart };
}

const lengthOf = (tokens: readonly { readonly raw: string }[]) => tokens.reduce((length, { raw }) => length + raw.length, 0);

function isFinal({ type, raw }: MarkedToken, isApart: boolean): boolean {
  return (
    type === 'heading' || type === 'hr' || type === 'space' || (isApart && type !== 'list') || raw.split('\n').length > MOST_LINES
  );
}

/** The blocks of a text, without what is inside them. Text that is nested too deep is one block. */
function blockTokens(source: string): readonly MarkedToken[] {
  try {
    return new Lexer().blockTokens(source) as MarkedToken[];
  } catch (error) {
    if (error instanceof RangeError) return [{ type: 'text', raw: source, text: source }];
    throw error;
  }
}
