import { h } from 'preact';
import { piecesOf } from './pieces.js';

/** A text of the record as elements. Every stretch is a text node, whatever the record says. */
export function ShownText({ text }: { readonly text: unknown }) {
  return h(
    'span',
    null,
    piecesOf(asText(text)).map((piece) => {
      if (piece.kind === 'hidden')
        return h('span', { class: 'hidden-char', title: `A hidden character: ${piece.code}` }, `‹${piece.code}›`);
      if (piece.kind === 'link') return h('a', { href: piece.href, target: '_blank', rel: 'noreferrer noopener' }, piece.href);
      return piece.style === '' ? piece.text : h('span', { class: piece.style }, piece.text);
    }),
  );
}

/** One line of a record without colours and links: titles, names, reasons. */
export function plainLine(text: unknown): string {
  return piecesOf(asText(text).replace(/[\r\n\t]+/g, ' '))
    .map((piece) => (piece.kind === 'hidden' ? `‹${piece.code}›` : piece.kind === 'link' ? piece.href : piece.text))
    .join('');
}

/** Record fields come from files that anybody can write, so a field that should be a string may be anything. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
