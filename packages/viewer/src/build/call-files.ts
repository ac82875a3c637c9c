import { isObject } from '@loadout/core';
import type { FileChange } from '../model/trajectory.js';
import { below } from './call-title.js';

/** A change of a file as a call asked for it. */
export interface AskedChange {
  readonly path: string;
  /** The replaced text. Absent for a file that was written as a whole. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** The change that a call of a tool for files asked for. `undefined`: it is no such call. */
export function askedChange(tool: string, input: unknown): AskedChange | undefined {
  if (!isObject(input)) return undefined;
  const path = tool === 'NotebookEdit' ? input.notebook_path : input.file_path;
  if (typeof path !== 'string') return undefined;
  if (tool === 'Edit') return { path, before: text(input.old_string), after: text(input.new_string) };
  if (tool === 'Write') return { path, after: text(input.content) };
  return tool === 'NotebookEdit' ? { path, after: text(input.new_source) } : undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const NOTES: Readonly<Record<string, string>> = {
  Edit: 'a part of the file',
  Write: 'the whole new text',
  NotebookEdit: 'one cell',
};

/** The change of a file as a call asked for it, for the page. */
export function callFiles(call: {
  readonly id: number;
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string | undefined;
}): readonly FileChange[] {
  const asked = askedChange(call.tool, call.input);
  if (asked === undefined) return [];
  return [{ ...asked, path: below(asked.path, call.cwd), calls: [call.id], change: 'changed', note: NOTES[call.tool] }];
}
