import { isToolUse, type Message } from '@loadout/core/model';
import { type AskedChange, askedChange } from '../build/call-files.js';

/** A change of a file as the model asked for it. */
export interface WrittenFile extends AskedChange {
  readonly tool: string;
}

/** Returns the changes that the tools for files made, as their calls say it. Calls that were denied or failed are left out. */
export function writtenFiles(messages: readonly Message[]): readonly WrittenFile[] {
  const failed = new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' && block.is_error === true ? [block.tool_use_id] : [])),
    ),
  );
  const calls = messages.flatMap(({ role, content }) => (role === 'assistant' ? content.filter(isToolUse) : []));
  return calls.flatMap(({ id, name: tool, input }) => {
    const asked = failed.has(id) ? undefined : askedChange(tool, input);
    return asked === undefined ? [] : [{ tool, ...asked }];
  });
}
