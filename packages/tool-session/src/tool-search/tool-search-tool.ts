import { type AnyTool, type DeferredTool, DeferredTools, defineTool, type ToolContext } from '@loadout/core';
import { findTools, parseQuery } from './find-tools.js';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      description: '"select:Name,Other" for these tools, or words to search for; +word is required',
    },
    max_results: { type: 'integer', minimum: 1, default: 5, description: 'For a search; select loads all that it names' },
  },
  required: ['query'],
  additionalProperties: false,
} as const;

export function toolSearchTool(): AnyTool {
  return defineTool({
    name: 'ToolSearch',
    role: 'finds-tools',
    aliases: ['MCPSearch'],
    description:
      'Finds tools that are known by name only and loads them: from your next turn on you can call them. Name them (select:) or search their names and descriptions. A search loads at most 5, unless max_results says otherwise.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    validateInput: ({ query }) =>
      parseQuery(query) === undefined ? 'query has nothing to search for. Write select:Name, or words.' : undefined,
    call: search,
  });
}

interface SearchInput {
  readonly query: string;
  readonly max_results?: number | undefined;
}

function search({ query: text, max_results: most = 5 }: SearchInput, context: ToolContext) {
  const deferred = context.find(DeferredTools);
  const all = deferred?.list() ?? [];
  const query = parseQuery(text) ?? { names: [] };
  const names = 'names' in query ? query.names : undefined;
  const fitting = findTools(all, query);
  const chosen = names === undefined ? fitting.slice(0, most) : fitting;
  const loaded = deferred?.load(chosen.map((tool) => tool.name)) ?? [];
  const found = chosen.filter((tool) => loaded.includes(tool.name));
  const missing = (names ?? []).filter((name) => !found.some((tool) => tool.name.toLowerCase() === name.toLowerCase()));
  const lines = [
    ...(found.length === 0 ? [] : ['Loaded; from your next turn on you can call:', ...found.map(line)]),
    ...(fitting.length > chosen.length ? [`${fitting.length - chosen.length} more fit; search for more with max_results.`] : []),
    ...(missing.length === 0
      ? []
      : [`Not among the deferred tools: ${missing.join(', ')}. What is in your list already, call directly.`]),
    ...(found.length === 0 ? [nothing(text, all.length)] : []),
  ];
  return {
    content: lines.join('\n'),
    structuredContent: { matches: found.map((tool) => tool.name), query: text, total_deferred_tools: all.length },
  };
}

const nothing = (query: string, count: number) =>
  count === 0
    ? 'No tool is deferred: all that you may use is in your list already.'
    : `No deferred tool fits ${JSON.stringify(query)}. There ${count === 1 ? 'is 1' : `are ${count}`}; search with other or fewer words.`;

const MOST_CHARS = 300;

function line({ name, description }: DeferredTool): string {
  const text = description.replaceAll(/\s+/g, ' ').trim();
  return `- ${name}: ${text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text}`;
}
