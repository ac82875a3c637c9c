import { type Block, isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';

/**
 * Returns the tools whose schemas a conversation has had: tools that it called and tools that a search found, in that order. A
 * resumed session has them from its first request. `search`: the name of the tool that finds tools. Source: SESS-04, POOL-15.
 */
export function loadedBefore(messages: readonly Message[], search: string | undefined): readonly string[] {
  const names = new Set<string>();
  const searches = new Set<string>();
  for (const block of messages.flatMap((message) => message.content)) {
    if (isToolUse(block)) {
      if (block.name === search) searches.add(block.id);
      else names.add(block.name);
    } else if (isResult(block) && searches.has(block.tool_use_id) && block.is_error !== true)
      for (const name of foundIn(block)) names.add(name);
  }
  return [...names];
}

const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

/** Reads the tools from references, or from the text in which a search names the loaded tools. */
function foundIn({ content }: ToolResultBlock): readonly string[] {
  if (typeof content === 'string') return [...content.matchAll(/^- ([\w-]{1,64}): /gm)].map(([, name = '']) => name);
  return content.flatMap((part) => {
    const { type, tool_name, text } = part as { type?: unknown; tool_name?: unknown; text?: unknown };
    if (type === 'tool_reference' && typeof tool_name === 'string') return [tool_name];
    return type === 'text' && typeof text === 'string' ? foundIn({ type: 'tool_result', tool_use_id: '', content: text }) : [];
  });
}
