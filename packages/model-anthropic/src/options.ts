import type { Infer } from '@loadout/core';
import { patienceOptions, proxyOption } from '@loadout/node/http';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

export const optionsSchema = {
  type: 'object',
  properties: {
    transport: {
      type: 'string',
      enum: ['api', 'bedrock', 'vertex', 'foundry'],
      description:
        'Where the models run: the API itself, or Amazon Bedrock, Google Vertex AI, Microsoft Foundry. Each has its own address, credentials and names of models. Default api.',
    },
    region: {
      type: 'string',
      pattern: '^[a-z0-9-]+$',
      description:
        'The region of Bedrock (default: AWS_REGION, AWS_DEFAULT_REGION, else us-east-1) or of Vertex (default: CLOUD_ML_REGION).',
    },
    project: {
      type: 'string',
      minLength: 1,
      description: 'The project of Vertex. Default: ANTHROPIC_VERTEX_PROJECT_ID, else GOOGLE_CLOUD_PROJECT.',
    },
    resource: {
      type: 'string',
      pattern: '^[a-zA-Z0-9-]+$',
      description: 'The resource of Foundry. Default: ANTHROPIC_FOUNDRY_RESOURCE.',
    },
    profile: {
      type: 'string',
      minLength: 1,
      description: 'The profile of AWS, for Bedrock. Default: AWS_PROFILE.',
    },
    tokenCommand: {
      type: 'string',
      minLength: 1,
      description:
        'A command of the shell that prints a bearer token. It runs at the first request, and once more when the token is refused. authToken goes before it.',
    },
    apiKey: {
      type: 'string',
      minLength: 1,
      description:
        'The key, best as ${secret:NAME} or ${env:NAME}. Default: the environment variable ANTHROPIC_API_KEY, when baseUrl is not set here.',
    },
    apiKeyHelper: {
      type: 'string',
      minLength: 1,
      description:
        'A command of the shell that prints the key. It runs at the first request, and once more when the key is refused. apiKey goes before it.',
    },
    authToken: { type: 'string', minLength: 1, description: 'A bearer token, instead of a key or beside it.' },
    baseUrl: {
      type: 'string',
      pattern: '^https?://',
      description:
        'A server of the Messages API, without /v1/messages. Default: the environment variable ANTHROPIC_BASE_URL, else https://api.anthropic.com.',
    },
    headers: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
      description: 'Headers of each request; null removes one that would be sent.',
    },
    sessionHeader: {
      type: 'string',
      pattern: '^[A-Za-z0-9-]+$',
      description: 'The name of a header with the id of the session, for a gateway that counts by sessions.',
    },
    apiVersion: {
      type: 'string',
      minLength: 1,
      description: 'The anthropic-version header. Default: 2026-10-21, and 2023-06-01 for the address of ANTHROPIC_BASE_URL.',
    },
    betas: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Betas of each request, beside those of the model.',
    },
    ...patienceOptions,
    needsKey: {
      type: 'boolean',
      description:
        'A request without a credential fails before it is sent, whichever server it is for, and no earlier than the request. Default false: only the default server needs one, and a model without it is not chosen.',
    },
    proxy: proxyOption,
    toolReferences: {
      type: 'boolean',
      description:
        'The server keeps back the schemas of tools by itself (defer_loading) and knows results that refer to them: then finding tools changes no request. Default false.',
    },
  },
  additionalProperties: false,
} as const;

/**
 * The options. `headers` is narrower than a schema literal can express. In code, the key may be a function: it is called at the
 * first request, and again after a refusal.
 */
export type AnthropicOptions = Omit<Infer<typeof optionsSchema>, 'headers' | 'apiKey'> & {
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
};
