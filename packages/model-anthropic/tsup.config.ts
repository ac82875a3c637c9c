import { packageBuild } from '../../configs/tsup.base.js';

/** The SDK is bundled, because its many files load several times as slowly as one. It is loaded for the first request. */
export default packageBuild({ bundled: ['@anthropic-ai/sdk', '@opentelemetry/api', 'standardwebhooks'] });
