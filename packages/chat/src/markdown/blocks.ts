import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { Block, Line, Style } from '../text/line.js';
import { stacked } from '../text/said.js';
import { lineWidth } from '../text/width.js';
import { wrap } from '../text/wrap.js';
import { codeBlock } from './code-block.js';
import { inline } from './inline.js';
import { tableBlock } from './table-block.js';

/** A longer block is shown as it is: nobody writes one, and reading it would hold up the program. */
export const LONGEST_BLOCK = 10_000;
/** A block with more marks of emphasis and links is shown as it is too, since each mark is compared with the others. */
const MOST_MARKS = 1_000;

const HEADINGS: readonly (readonly Style[])[] = [['bold', 'underline'], ['bold']];
/** The columns that a quote or a list leaves for its text, however deep it is. */
const LEAST_COLUMNS = 6;

/** The blank lines between blocks, which depend on the blocks before. */
export class Gaps {
  #before: string | undefined;
  #isApart = false;

  /** A gap that goes on from here on its own. */
  copy(): Gaps {
    const gaps = new Gaps();
    gaps.#before = this.#before;
    gaps.#isApart = this.#isApart;
    return gaps;
  }

  /** The text has blank lines here. */
  space(): void {
    this.#isApart = true;
  }

  /** The blank lines before the next block. */
  next(type: string): readonly Line[] {
    const before = this.#before;
    const joins = before === undefined || (type === 'list' && (before === 'list' || (before === 'paragraph' && !this.#isApart)));
    this.#before = type;
    this.#isApart = false;
    return joins ? [] : [[]];
  }
}

/** Reads Markdown whole. Text that is too long, or nested too deep, is plain text. */
export function sourceBlocks(source: string, gaps: Gaps): readonly Block[] {
  return tokenBlocks(tokensOf(source), gaps);
}

function tokensOf(source: string): readonly Token[] {
  const plain: Tokens.Text = { type: 'text', raw: source, text: source.replace(/\n+$/, '') };
  if (source.length > LONGEST_BLOCK || (source.match(/[*_~[]/g)?.length ?? 0) > MOST_MARKS) return [plain];
  try {
    return lexer(source);
  } catch (error) {
    if (error instanceof RangeError) return [plain];
    throw error;
  }
}

function tokenBlocks(tokens: readonly Token[], gaps: Gaps): readonly Block[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    if (token.type === 'space') gaps.space();
    if (token.type === 'space') return [];
    const gap = gaps.next(token.type === 'text' ? 'paragraph' : token.type);
    const block = blockOf(token);
    return [(columns: number) => [...gap, ...block(columns)]];
  });
}

function blockOf(token: MarkedToken): Block {
  switch (token.type) {
    case 'paragraph':
      return textBlock(token.tokens);
    case 'heading':
      return textBlock(token.tokens, HEADINGS[token.depth - 1] ?? ['bold']);
    case 'code':
      return codeBlock(token.text, token.lang);
    case 'list':
      return stacked(...token.items.map((item, at) => itemBlock(item, at, token)));
    case 'blockquote':
      return withPrefix([{ text: '│ ', styles: ['dim'] }], [{ text: '│ ', styles: ['dim'] }], inner(token.tokens));
    case 'table':
      return tableBlock(token);
    case 'hr':
      return (columns) => [[{ text: '─'.repeat(columns), styles: ['dim'] }]];
    case 'text':
      return textBlock(token.tokens ?? [token]);
    default:
      return (columns) => wrap([{ text: token.raw.trimEnd() }], columns);
  }
}

function textBlock(tokens: readonly Token[], styles: readonly Style[] = []): Block {
  const spans = inline(tokens, styles);
  return (columns) => wrap(spans, columns);
}

function itemBlock({ raw, tokens }: Tokens.ListItem, at: number, { ordered, start }: Tokens.List): Block {
  const number = /^\s*(\d+)/.exec(raw)?.[1] ?? Number(start) + at;
  const marker = ordered ? `${number}. ` : '• ';
  return withPrefix([{ text: marker }], [{ text: ' '.repeat(marker.length) }], inner(tokens));
}

/** The blocks inside a block. A check box belongs to the text behind it. */
function inner(tokens: readonly Token[]): Block {
  const [first, second, ...rest] = tokens as readonly MarkedToken[];
  if (first?.type !== 'checkbox' || second === undefined) return stacked(...tokenBlocks(tokens, new Gaps()));
  const text = 'tokens' in second && second.tokens !== undefined ? second.tokens : [second];
  const joined: Token = { type: 'paragraph', raw: second.raw, text: '', tokens: [first, ...text] };
  return stacked(...tokenBlocks([joined, ...rest], new Gaps()));
}

/** A block with something at its left: before the first line, and before the others. */
const withPrefix =
  (first: Line, others: Line, block: Block): Block =>
  (columns) => {
    const room = columns - lineWidth(first);
    if (room < LEAST_COLUMNS) return block(columns);
    const lines = block(room);
    return (lines.length === 0 ? [[]] : lines).map((line, at) => [...(at === 0 ? first : others), ...line]);
  };
