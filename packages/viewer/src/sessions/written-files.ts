import { isToolUse, type Message } from '@loadout/core/model';

/** A change of a file as the model asked for it. */
export interface WrittenFile {
  readonly tool: string;
  readonly path: string;
  /** The replaced text. Absent for a file that was written as a whole. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** Returns the changes that the tools for files made, as their calls say it. Calls that were denied or failed are left out. */
export function writtenFiles(messages: readonly Message[]): readonly WrittenFile[] {
  const failed = new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' && block.is_error === true ? [block.tool_use_id] : [])),
    ),
  );
  return messages.flatMap(({ role, content }) =>
    role === 'assistant' ? content.filter(isToolUse).flatMap((call) => (failed.has(call.id) ? [] : changeOf(call))) : [],
  );
}

function changeOf({ name, input }: { readonly name: string; readonly input: unknown }): readonly WrittenFile[] {
  const { file_path: path, notebook_path: notebook, ...rest } = input as Readonly<Record<string, unknown>>;
  if (name === 'Edit' && typeof path === 'string')
    return [{ tool: name, path, before: String(rest.old_string ?? ''), after: String(rest.new_string ?? '') }];
  if (name === 'Write' && typeof path === 'string') return [{ tool: name, path, after: String(rest.content ?? '') }];
  if (name === 'NotebookEdit' && typeof notebook === 'string')
    return [{ tool: name, path: notebook, after: String(rest.new_source ?? '') }];
  return [];
}
