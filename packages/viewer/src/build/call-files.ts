import type { FileChange } from '../model/trajectory.js';
import { below } from './call-title.js';

/** The change of a file as a call asked for it. */
export function callFiles(call: {
  readonly id: number;
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string | undefined;
}): readonly FileChange[] {
  const { id, tool, cwd } = call;
  if (typeof call.input !== 'object' || call.input === null) return [];
  const input = call.input as Readonly<Record<string, unknown>>;
  const path = tool === 'NotebookEdit' ? input.notebook_path : input.file_path;
  if (typeof path !== 'string') return [];
  const of = { path: below(path, cwd), calls: [id] };
  if (tool === 'Edit')
    return [
      { ...of, change: 'changed', before: text(input.old_string), after: text(input.new_string), note: 'a part of the file' },
    ];
  if (tool === 'Write') return [{ ...of, change: 'changed', after: text(input.content), note: 'the whole new text' }];
  if (tool === 'NotebookEdit') return [{ ...of, change: 'changed', after: text(input.new_source), note: 'one cell' }];
  return [];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
