import { h } from 'preact';
import type { BlockContent } from '../../model/content.js';
import { LongTextBlock } from '../text/long-text-block.js';
import { plainLine } from '../text/shown-text.js';

/** Blocks of messages. A picture is shown only from its own bytes, and only in formats that cannot hold a program. */
export function MessageBlocks({ label, blocks }: { readonly label: string; readonly blocks: readonly BlockContent[] }) {
  if (blocks.length === 0) return null;
  return h(
    'section',
    { class: 'message' },
    h('h3', { class: 'group' }, label),
    blocks.map((block) => h(Block, { block })),
  );
}

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

function Block({ block }: { readonly block: BlockContent }) {
  if (block.type === 'call') return h('p', { class: 'quiet' }, `Call of ${plainLine(block.tool)}, ${plainLine(block.callId)}`);
  if (block.type === 'result')
    return h(LongTextBlock, {
      label: `Result of ${plainLine(block.callId)}${block.isError ? ', an error' : ''}`,
      text: block.text,
    });
  if (block.type === 'image') {
    const isShown = PICTURES.includes(block.mediaType) && BASE64.test(block.data ?? '');
    if (isShown)
      return h('img', {
        src: `data:${block.mediaType};base64,${block.data}`,
        alt: plainLine(block.note ?? 'A picture of the record'),
      });
    return h('p', { class: 'quiet' }, `A picture, ${plainLine(block.mediaType)}. ${plainLine(block.note ?? '')}`);
  }
  const label = block.type === 'other' ? plainLine(block.name) : block.type === 'thinking' ? 'Thinking' : 'Text';
  return h(LongTextBlock, { label, text: block.text });
}
