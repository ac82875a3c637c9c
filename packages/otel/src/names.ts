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
  hookName: 'loadout.hook.name',
  hookOutcome: 'loadout.hook.outcome',
  hookSource: 'loadout.hook.source',
  system: 'gen_ai.system',
} as const;

/** Names of events, which are log records with the span that they are about. */
export const EVENT = {
  details: 'gen_ai.client.inference.operation.details',
  exception: 'gen_ai.client.operation.exception',
  decision: 'loadout.permission',
  retry: 'loadout.retry',
  toolFailure: 'loadout.tool.failure',
  hookFailure: 'loadout.hook.failure',
  result: 'loadout.result',
} as const;

/** The name of our instrumentation. */
export const SCOPE = 'loadout';

export interface Metric {
  readonly scope: string;
  readonly name: string;
  readonly unit: string;
  /** The upper bounds of a histogram. Absent: the metric is a sum. */
  readonly bounds?: readonly number[] | undefined;
}

/** Upper bounds of histograms: seconds and tokens, as the conventions advise. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576];

const duration = (name: string): Metric => ({ scope: SCOPE, name, unit: 's', bounds: SECONDS });
const count = (name: string, unit: string): Metric => ({ scope: SCOPE, name, unit });

export const METRIC = {
  operationDuration: duration('gen_ai.client.operation.duration'),
  tokens: { scope: SCOPE, name: 'gen_ai.client.token.usage', unit: '{token}', bounds: TOKENS },
  agentDuration: duration('gen_ai.invoke_agent.duration'),
  toolDuration: duration('gen_ai.execute_tool.duration'),
  hookDuration: duration('loadout.hook.duration'),
  cost: count('loadout.cost.usage', 'USD'),
  decisions: count('loadout.permission.decisions', '{decision}'),
  runs: count('loadout.runs', '{run}'),
} as const satisfies Readonly<Record<string, Metric>>;

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
