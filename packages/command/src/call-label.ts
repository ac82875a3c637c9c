import { relative } from 'node:path';
import { oneLine } from './printable.js';

/** The fields that distinguish calls, the most telling first. */
const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'path', 'url', 'query', 'description', 'prompt'];

/** A call as one line: `Read src/x.ts`, `Bash npm test`. */
export function callLabel(call: { readonly name: string; readonly input: unknown }, cwd: string): string {
  const detail = detailOf(call.input, cwd);
  return oneLine(detail === '' ? call.name : `${call.name} ${detail}`);
}

function detailOf(input: unknown, cwd: string): string {
  if (typeof input !== 'object' || input === null) return input === undefined ? '' : String(input);
  const fields = new Map(Object.entries(input));
  for (const key of TELLING) {
    const value: unknown = fields.get(key);
    if (typeof value === 'string') return value.startsWith(`${cwd}/`) ? relative(cwd, value) : value;
  }
  const [only, ...others] = fields.values();
  if (others.length === 0 && typeof only === 'string') return only;
  return fields.size === 0 ? '' : JSON.stringify(input);
}
