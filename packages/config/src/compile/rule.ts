export type ParsedRule =
  | { readonly tool: string; readonly specifier?: string | undefined }
  | { readonly problem: string; readonly fix?: string };

/** `Tool` or `Tool(specifier)`. The specifier is all between the first `(` and the final `)`. */
export function parseRule(text: string): ParsedRule {
  const rule = text.trim();
  const open = rule.indexOf('(');
  const tool = open === -1 ? rule : rule.slice(0, open);
  if (tool === '') return { problem: 'names no tool' };
  if (!/^[A-Za-z0-9_*-]+$/.test(tool)) {
    const named = /^([A-Za-z]+)[\s:]\s*(.+)$/.exec(tool);
    const fix = named === null ? undefined : { fix: `Write ${named[1]}(${named[2]}).` };
    return { problem: `has the tool name ${JSON.stringify(tool)}, which is not made of letters, digits, _ , - and *`, ...fix };
  }
  if (open === -1) return { tool };
  if (!rule.endsWith(')'))
    return { problem: 'has a ( without a ) at its end', fix: `Write ${rule.length > open + 1 ? `${rule})` : tool}.` };
  const specifier = rule.slice(open + 1, -1).trim();
  if (specifier === '') return { problem: 'has nothing between ( and )', fix: `Write ${tool} to mean every call of it.` };
  return { tool, specifier };
}
