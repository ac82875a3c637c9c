/** The SDK is bundled, because its many files load several times as slowly as one. It is a chunk of its own, loaded for the first request. */
export default {
  entry: { index: 'src/index.ts' },
  bundled: ['@anthropic-ai/sdk', '@opentelemetry/api', 'standardwebhooks'],
  chunks: { sdk: /\/node_modules\// },
};
