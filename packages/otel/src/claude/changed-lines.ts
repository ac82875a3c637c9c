import { extname } from 'node:path';
import { isObject } from '@loadout/core';

/** Counts the lines that a tool added and removed, by the patch in its structured result. */
export function changedLines(structured: unknown): { readonly added: number; readonly removed: number } {
  if (!isObject(structured) || !Array.isArray(structured.structuredPatch)) return { added: 0, removed: 0 };
  if (structured.type === 'create') return { added: linesIn(structured.content), removed: 0 };
  const lines = structured.structuredPatch.flatMap((hunk) => (isObject(hunk) && Array.isArray(hunk.lines) ? hunk.lines : []));
  const count = (sign: string) => lines.filter((line) => String(line).startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

function linesIn(content: unknown): number {
  if (typeof content !== 'string' || content === '') return 0;
  return content.replace(/\n$/, '').split('\n').length;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.c': 'C',
  '.cpp': 'C++',
  '.cs': 'C#',
  '.css': 'CSS',
  '.go': 'Go',
  '.html': 'HTML',
  '.ipynb': 'Jupyter Notebook',
  '.java': 'Java',
  '.js': 'JavaScript',
  '.json': 'JSON',
  '.kt': 'Kotlin',
  '.md': 'Markdown',
  '.mjs': 'JavaScript',
  '.php': 'PHP',
  '.py': 'Python',
  '.rb': 'Ruby',
  '.rs': 'Rust',
  '.sh': 'Shell',
  '.sql': 'SQL',
  '.swift': 'Swift',
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.yaml': 'YAML',
  '.yml': 'YAML',
};

export const languageOf = (file: string): string => LANGUAGES[extname(file).toLowerCase()] ?? 'unknown';
