/** What these said can be had again: the file is still there, the command can be run. Source: COMPACT-03. */
const RE_DERIVABLE = new Set(['Read', 'Bash', 'Grep', 'Glob', 'WebSearch', 'WebFetch', 'Edit', 'Write']);

/** By the tool's own name. A person's answer, or what another agent found out, is lost once it is cleared. */
export const isReDerivable = (tool: string): boolean => RE_DERIVABLE.has(tool);
