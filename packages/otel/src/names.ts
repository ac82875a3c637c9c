/**
 * The names of spans, metrics and attributes, in this one file. `gen_ai.*` follow OpenTelemetry's semantic conventions for
 * generative AI, which are in development: names change between snapshots. `loadout.*` are ours, for facts that the conventions
 * have no name for.
 */
export const SCHEMA_SNAPSHOT = 'semantic-conventions-genai 2026-11';

export const ATTRIBUTE = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  responseId: 'gen_ai.response.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheRead: 'gen_ai.usage.cache_read.input_tokens',
  cacheWrite: 'gen_ai.usage.cache_creation.input_tokens',
  tokenType: 'gen_ai.token.type',
  tool: 'gen_ai.tool.name',
  toolCall: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  error: 'error.type',
  outcome: 'loadout.outcome',
  callOutcome: 'loadout.call.outcome',
  cost: 'loadout.cost.usd',
  purpose: 'loadout.request.purpose',
  decision: 'loadout.permission.decision',
  rule: 'loadout.permission.rule',
  source: 'loadout.permission.source',
  reason: 'loadout.permission.reason',
  mode: 'loadout.permission.mode',
  hookEvent: 'loadout.hook.event',
} as const;

export const METRIC = {
  operationDuration: 'gen_ai.client.operation.duration',
  tokens: 'gen_ai.client.token.usage',
  agentDuration: 'gen_ai.invoke_agent.duration',
  toolDuration: 'gen_ai.execute_tool.duration',
  cost: 'loadout.cost.usage',
  decisions: 'loadout.permission.decisions',
  runs: 'loadout.runs',
} as const;

/** The conventions' names of providers, by the names that Loadout uses. Any other name is passed on. */
const PROVIDERS: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  xai: 'x_ai',
};

export const providerName = (name: string): string => PROVIDERS[name] ?? name;
