import { tool } from '@loadout/sdk';

// @tool("search", "Search with filters", { … })
export const search = tool(
  'search',
  'Search with filters',
  {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Search query' },
      filters: {
        type: 'object',
        properties: {
          category: { type: 'string', enum: ['blog', 'docs', 'api'] },
          date_from: { type: 'string', format: 'date' },
        },
      },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    },
    required: ['query'],
  },
  async (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
);
