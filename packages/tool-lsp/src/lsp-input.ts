import type { Infer } from '@loadout/core';
import { pathProblem } from './files/path.js';
import { operations } from './server/offers.js';

export const inputSchema = {
  type: 'object',
  properties: {
    operation: { type: 'string', enum: operations },
    file_path: { type: 'string', description: 'Absolute, or relative to the working directory' },
    line: { type: 'integer', minimum: 1, description: 'From 1, as Read shows it' },
    character: { type: 'integer', minimum: 1, description: 'From 1; without it query says what in the line is meant' },
    query: { type: 'string', description: 'workspaceSymbol: what to search. Else: the text in the line that is meant' },
  },
  required: ['operation'],
  additionalProperties: false,
} as const;

export type LspInput = Infer<typeof inputSchema>;

/** Checks that the schema cannot express. Returns a sentence for the model. */
export function inputProblem(input: LspInput): string | undefined {
  const { operation, file_path: path, line, character, query } = input;
  const needs = (what: string) => `${operation} needs ${what}.`;
  if (operation === 'workspaceSymbol') return query === undefined ? needs('query') : pathProblem(path);
  if (path === undefined) return needs('file_path');
  if (operation === 'documentSymbol') return pathProblem(path);
  if (line === undefined) return needs('line');
  if (character === undefined && (query === undefined || query === ''))
    return needs('character, or query with text of that line');
  return pathProblem(path);
}
