/** The options of a provider about its patience, as part of the schema of its options. Their descriptions stand in the manifests. */
export const patienceOptions = {
  timeoutSeconds: {
    type: 'number',
    exclusiveMinimum: 0,
  },
  maxRetries: {
    type: 'integer',
    minimum: 0,
  },
  maxRetryWaitSeconds: {
    type: 'number',
    minimum: 0,
  },
} as const;

export const proxyOption = {
  type: 'string',
  pattern: '^https?://',
} as const;
