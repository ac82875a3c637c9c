/** The options of a provider about its patience, as part of the schema of its options. */
export const patienceOptions = {
  timeoutSeconds: {
    type: 'number',
    exclusiveMinimum: 0,
    description: 'Seconds without a single byte after which the connection is given up. Default 300.',
  },
  maxRetries: {
    type: 'integer',
    minimum: 0,
    description: 'How often a request that failed for a passing reason is sent again. Default 4.',
  },
  maxRetryWaitSeconds: {
    type: 'number',
    minimum: 0,
    description: 'No attempt is begun later than this many seconds after the first. Default 120.',
  },
} as const;

export const proxyOption = {
  type: 'string',
  pattern: '^https?://',
  description:
    'An HTTP proxy for every request. Default: HTTPS_PROXY or HTTP_PROXY of the environment, for addresses that NO_PROXY does not name.',
} as const;
