import type { Block, Message } from '@loadout/core/model';
import { type MessageJson, wellFormed } from '@loadout/node/http';

/** A message in JSON, and the place of a cache marker in it. */
export function messageJson({ role, content }: Message): MessageJson {
  const blocks = content.map((block) => wellFormed(JSON.stringify(sent(block))));
  const marked = content.findLastIndex(isCacheable);
  const head = `{"role":${JSON.stringify(role)},"content":[`;
  const text = `${head}${blocks.join(',')}]}`;
  if (marked === -1) return { text };
  // The marker becomes the block's last field, so it goes in before the block's closing brace.
  return {
    text,
    beforeMark:
      head +
      blocks
        .slice(0, marked + 1)
        .join(',')
        .slice(0, -1),
  };
}

/** Returns the block without the field that is Loadout's own, which the API does not know. */
function sent(block: Block): Block {
  if (!('providerState' in block)) return block;
  const { providerState: _, ...rest } = block;
  return rest as Block;
}

const CACHEABLE = new Set(['text', 'tool_use', 'tool_result', 'image', 'document', 'search_result']);

/** Thinking never takes a marker, and of an unknown block nobody knows. */
const isCacheable = (block: Block): boolean =>
  CACHEABLE.has(block.type) && !('cache_control' in block) && !('text' in block && block.text === '');
