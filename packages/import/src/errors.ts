import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  IMPORT_EXISTS: {
    message: (p: { file: string }) => `${p.file} already exists and was not changed.`,
    fix: () => 'Omit --write to print the text, or remove the file first.',
  },
  IMPORT_LINK: {
    message: (p: { folder: string }) => `${p.folder} is a link, and the rules of the import are not written through it.`,
    fix: () => 'Omit --write to print the text, or make it a folder.',
  },
  IMPORT_TOML: {
    message: (p: { file: string; line: number; column: number; problem: string }) =>
      `${p.file}:${p.line}:${p.column} is not TOML: ${p.problem}.`,
    fix: () => 'Correct the line.',
  },
  IMPORT_TOO_DEEP: {
    message: (p: { file: string; line: number; column: number; limit: number }) =>
      `${p.file}:${p.line}:${p.column} is nested too deeply; at most ${p.limit} levels are read.`,
    fix: () => 'Flatten this part, or remove it: no setting that is imported is nested like this.',
  },
  IMPORT_NOTHING: {
    message: (p: { file: string }) =>
      `${p.file} has none of .github/copilot-instructions.md, .github/instructions/*.instructions.md, .github/agents/*.agent.md and .vscode/mcp.json.`,
    fix: () => 'Name the folder of a repository that has one of them, or a single file.',
  },
  IMPORT_UNKNOWN: {
    message: (p: { file: string; formats: readonly string[] }) =>
      `${p.file} cannot be imported: its content is not a known format (${p.formats.join(', ')}).`,
    fix: (p: { formats: readonly string[] }) => `If the file has one of these formats, name it: --from ${p.formats.join('|')}`,
  },
};

export const errors = defineErrors(table);
