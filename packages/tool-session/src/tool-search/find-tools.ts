import type { DeferredTool } from '@loadout/core';

/** A parsed query: exact names, or words by which tools are ranked. */
type Query =
  | { readonly names: readonly string[] }
  | { readonly words: readonly { readonly word: string; readonly required: boolean }[] };

/**
 * Parses `select:A,B`, or words of which those with a plus must match. Returns `undefined` for an empty query. Source:
 * TOOL-TSEARCH-01.
 */
export function parseQuery(text: string): Query | undefined {
  const select = /^\s*select:(.*)$/is.exec(text);
  if (select !== null) {
    const names = (select[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return names.length === 0 ? undefined : { names };
  }
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => ({ word: word.replace(/^\+/, ''), required: word.startsWith('+') }))
    .filter(({ word }) => word !== '');
  return words.length === 0 ? undefined : { words };
}

/** The tools that fit, best first; of equals the first of the pool. */
export function findTools(tools: readonly DeferredTool[], query: Query): readonly DeferredTool[] {
  if ('names' in query) {
    const named = (name: string) => tools.find((tool) => tool.name.toLowerCase() === name.toLowerCase());
    return [...new Set(query.names.flatMap((name) => named(name) ?? []))];
  }
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, query.words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

/** So far above the parts that no usual query reaches it by them. */
const WHOLE_NAME = 1000;
const NAME_PART = 10;
const IN_NAME = 5;
const IN_DESCRIPTION = 2;

function scoreOf(tool: DeferredTool, words: readonly { readonly word: string; readonly required: boolean }[]): number {
  const name = tool.name.toLowerCase();
  const parts = partsOf(tool.name);
  const description = tool.description.toLowerCase();
  let sum = 0;
  for (const { word, required } of words) {
    const score =
      word === name
        ? WHOLE_NAME
        : parts.includes(word)
          ? NAME_PART
          : name.includes(word)
            ? IN_NAME
            : description.includes(word)
              ? IN_DESCRIPTION
              : 0;
    if (required && score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** Splits `mcp__github__createIssue` into mcp, github, create and issue, plus each part between double underscores as a whole. */
function partsOf(name: string): readonly string[] {
  const parts = name.split(/[_\-.]+/);
  return [...parts, ...parts.flatMap((part) => part.split(/(?<=[a-z0-9])(?=[A-Z])/))].map((part) => part.toLowerCase());
}
