import type { MarkedToken, Token } from 'marked';
import type { Span, Style } from '../text/line.js';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The spans of the text inside a block. Line breaks of the text stay. */
export function inline(tokens: readonly Token[], styles: readonly Style[] = []): readonly Span[] {
  return tokens.flatMap((token) => spansOf(token as MarkedToken, styles));
}

function spansOf(token: MarkedToken, styles: readonly Style[]): readonly Span[] {
  switch (token.type) {
    case 'strong':
      return inline(token.tokens, [...styles, 'bold']);
    case 'em':
      return inline(token.tokens, [...styles, 'italic']);
    case 'del':
      return inline(token.tokens, [...styles, 'strike']);
    case 'codespan':
      return [{ text: token.text, styles: [...styles, 'cyan'] }];
    case 'br':
      return [{ text: '\n' }];
    case 'link':
      return linkSpans(token, styles);
    case 'image':
      return [{ text: `[image: ${token.text}] (${token.href})`, styles }];
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? [{ text: '\n' }] : [{ text: token.raw, styles }];
    case 'checkbox':
      return [{ text: token.checked ? '[x] ' : '[ ] ', styles }];
    case 'text':
      return token.tokens === undefined ? [{ text: decoded(token.text), styles }] : inline(token.tokens, styles);
    case 'escape':
      return [{ text: token.text, styles }];
    default:
      return [{ text: token.raw, styles }];
  }
}

/** A link names its target in words as well: not every terminal has links, and a text may promise another target. */
function linkSpans(token: Extract<MarkedToken, { type: 'link' }>, styles: readonly Style[]): readonly Span[] {
  const { href: link, text } = token;
  const spans = inline(token.tokens, [...styles, 'underline']).map((span) => ({ ...span, link }));
  const isSame = [text, `mailto:${text}`, `http://${text}`].includes(link);
  return isSame ? spans : [...spans, { text: ` (${link})`, styles: [...styles, 'dim'] }];
}

const decoded = (text: string) =>
  text.replace(/\n[ \t]+/g, '\n').replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
