import type { Infer } from '@loadout/core';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    allowHosts: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description:
        'Hosts (every port) or host:port that WebFetch may reach although they are on this machine or in a private network. http is not upgraded for them.',
    },
    allowHeaders: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description:
        'Names of request headers that the model may set beside accept, accept-language, referer and user-agent, for example authorization.',
    },
    timeoutSeconds: { type: 'number', exclusiveMinimum: 0, default: 30, description: 'For a whole fetch, redirects included.' },
    maxBytes: { type: 'integer', minimum: 1, default: 10485760, description: 'The largest page, after decompression.' },
    cacheSeconds: { type: 'number', minimum: 0, default: 900, description: 'How long a fetched page is kept. 0: not at all.' },
    search: {
      type: 'object',
      properties: {
        provider: { type: 'string', enum: ['brave', 'tavily', 'exa', 'searxng', 'anthropic'] },
        apiKey: { type: 'string', minLength: 1, description: 'Every provider but searxng needs one.' },
        baseUrl: { type: 'string', minLength: 1, description: "Default: the provider's own. searxng has none and needs it." },
        model: { type: 'string', minLength: 1, description: 'The model that searches. anthropic needs it.' },
      },
      required: ['provider'],
      additionalProperties: false,
      description: 'What WebSearch asks.',
    },
    searchLimit: { type: 'integer', minimum: 1, default: 200, description: 'How many searches one session may make.' },
  },
  additionalProperties: false,
} as const;

export type WebOptions = Infer<typeof optionsSchema>;

export type SearchOptions = NonNullable<WebOptions['search']>;
