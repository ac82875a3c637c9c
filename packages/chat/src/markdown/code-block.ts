import { parse, type TokenType } from 'sugar-high/core';
import { lang, languages } from 'sugar-high/lang';
import { breakLine } from '../text/break-line.js';
import type { Block, Line, Style } from '../text/line.js';

const STYLES: Readonly<Partial<Record<TokenType, readonly Style[]>>> = {
  keyword: ['magenta'],
  string: ['green'],
  jsxliterals: ['green'],
  comment: ['dim'],
  class: ['cyan'],
  entity: ['blue'],
};
/** The colours of a line depend on the lines before it, up to so many. */
const CONTEXT = 100;
/** A longer line is data, not code. */
const LONGEST = 2_000;
const INDENT = 2;

/** Code with colours, if its language is a known one. */
export function codeBlock(text: string, language: string | undefined): Block {
  const lines = text.split('\n');
  const blocks = lines.map((_, at) => codeLine(lines.slice(0, at + 1), language));
  return (columns) => blocks.flatMap((block) => block(columns));
}

/** The last of the lines of a code block. The lines after it have no part in it, so it is final. */
export function codeLine(lines: readonly string[], language: string | undefined): Block {
  const line = coloured(lines, language);
  return (columns) => breakLine(line, columns - INDENT).map((row) => [{ text: ' '.repeat(INDENT) }, ...row]);
}

function coloured(lines: readonly string[], language: string | undefined): Line {
  const text = lines.at(-1) ?? '';
  const id = language === undefined ? undefined : lang(language);
  const near = lines.slice(Math.floor((lines.length - 1) / CONTEXT) * CONTEXT);
  if (id === undefined || near.some((one) => one.length > LONGEST)) return [{ text }];
  const config = languages.find((one) => one.id === id)?.config;
  const tokens = parse(near.join('\n'), config).lines.at(-1)?.tokens ?? [];
  return tokens.map(({ type, value }) => ({ text: value, styles: STYLES[type] }));
}
