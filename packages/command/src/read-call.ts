import type { ToolPool } from '@loadout/core/run';
import { errors } from './errors.js';

/** The field that a bare text fills. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command'],
  Read: ['file_path'],
  Write: ['file_path'],
  Edit: ['file_path'],
  NotebookEdit: ['notebook_path'],
  Glob: ['pattern'],
  Grep: ['pattern'],
  WebFetch: ['url'],
};

/** Other required fields of these tools. Their values do not affect the decision. */
const FILLERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Write: { content: '' },
  Edit: { old_string: 'a', new_string: 'b' },
  NotebookEdit: { new_source: '' },
  WebFetch: { prompt: 'explain' },
};

export interface ReadCall {
  readonly tool: string;
  readonly input: unknown;
}

/** Reads `Tool`, `Tool(text)` or `Tool({json})`. Throws USAGE_CALL. */
export function readCall(text: string, pool: ToolPool): ReadCall {
  const invalid = (problem: string) => errors.USAGE_CALL({ text, problem });
  const match = /^\s*([A-Za-z0-9_-]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text);
  const [, name, inside] = match ?? [];
  if (name === undefined) throw invalid('it is not of the form Tool(text)');
  if (inside === undefined || inside.trim() === '') return { tool: name, input: {} };
  if (/^\s*\{[\s\S]*\}\s*$/.test(inside)) {
    try {
      return { tool: name, input: JSON.parse(inside) };
    } catch (error) {
      if (!(name in FIELDS)) throw invalid(`the text in the braces is not JSON: ${(error as Error).message}`);
    }
  }
  const canonical = pool.get(name)?.name ?? name;
  // The call itself reports an unknown tool, with the existing names.
  if (pool.get(name) === undefined) return { tool: name, input: {} };
  const field = (FIELDS[canonical] ?? onlyText(canonical, pool))?.[0];
  if (field === undefined)
    throw invalid(`a text could belong to several fields of ${canonical}, or to none; give its input as JSON`);
  return { tool: name, input: { ...FILLERS[canonical], [field]: inside } };
}

/** The single required text field of a tool. */
function onlyText(name: string, pool: ToolPool): readonly string[] | undefined {
  const schema = pool.get(name)?.input.json as
    | { required?: readonly string[]; properties?: Record<string, { type?: unknown }> }
    | undefined;
  const texts = (schema?.required ?? []).filter((field) => schema?.properties?.[field]?.type === 'string');
  return texts.length === 1 ? texts : undefined;
}
