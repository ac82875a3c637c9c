import { describeOnTop } from './circles-rows.test-kit.js';

describeOnTop('engine-restate', 'mcp', 'model-ai-sdk', 'model-apis', 'model-openai', 'otel');
