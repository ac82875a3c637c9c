/**
 * The files of each folder with texts for every agent, by what asks for them: `compat`, or a source of the option `claude`. They are
 * told in this order. A name that ends with `/` is a folder of rules.
 */
export const INSTRUCTION_FILES = {
  compat: ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', '.claude/rules/'],
  project: ['CLAUDE.md', '.claude/CLAUDE.md', '.claude/rules/'],
  local: ['CLAUDE.local.md'],
} as const;
