import type { Thinking } from '@loadout/core/model';

type Options = Readonly<Record<string, unknown>>;

/** How one provider package spells the options that version 3 of the interface does not have. */
export interface KnownPackage {
  /** The key of its options. Default: the first word of the name of the model's provider. */
  readonly key?: string;
  /** The major version for version 3 of the interface. */
  readonly major: string;
  readonly effort?: (effort: string) => Options;
  readonly thinking?: (thinking: Thinking) => Options | undefined;
  /** At most one call in a message. */
  readonly oneCall?: Options;
  readonly betas?: (betas: readonly string[]) => Options;
  /** Marks a message as the end of a cached prefix. */
  readonly cache?: (ttl: '5m' | '1h') => Options;
  readonly resultImages?: true;
  /** Options of each call that no model of this provider made. */
  readonly foreignCall?: Options;
  /** Says with each tool that its schema is not strict, where the API takes the absence of a word for strict. */
  readonly saysStrict?: true;
  /** Options of each request, below those of the configuration. */
  readonly always?: Options;
  /** Settings of the provider, below those of the configuration. */
  readonly settings?: Options;
}

const effortField = (effort: string): Options => ({ reasoningEffort: effort });

/** Without `store: false` the server answers for earlier items by id, and forgets them; with it, reasoning comes encrypted. */
const openai = {
  major: '3',
  effort: effortField,
  oneCall: { parallelToolCalls: false },
  resultImages: true,
  saysStrict: true,
  always: { store: false },
} as const satisfies KnownPackage;

const google = {
  major: '3',
  effort: (effort) => ({ thinkingConfig: { thinkingLevel: effort, includeThoughts: true } }),
  thinking: (thinking) => ({
    thinkingConfig:
      thinking.type === 'disabled'
        ? { thinkingBudget: 0 }
        : { includeThoughts: true, ...(thinking.type === 'enabled' ? { thinkingBudget: thinking.budget_tokens } : {}) },
  }),
  resultImages: true,
  foreignCall: { thoughtSignature: 'skip_thought_signature_validator' },
} as const satisfies KnownPackage;

const budgeted = (thinking: Thinking): Options =>
  thinking.type === 'enabled' ? { type: 'enabled', budgetTokens: thinking.budget_tokens } : { type: thinking.type };

/** Read in the packages of the line that works with Node 20. An unknown package works too, without these options. */
const KNOWN_PACKAGES: Readonly<Record<string, KnownPackage>> = {
  '@ai-sdk/openai': { ...openai, key: 'openai' },
  '@ai-sdk/azure': { ...openai, key: 'azure' },
  '@ai-sdk/google': { ...google, key: 'google' },
  '@ai-sdk/google-vertex': { ...google, key: 'vertex', major: '4' },
  '@ai-sdk/anthropic': {
    key: 'anthropic',
    major: '3',
    effort: (effort) => ({ effort }),
    thinking: (thinking) => ({ thinking: budgeted(thinking) }),
    oneCall: { disableParallelToolUse: true },
    betas: (betas) => ({ anthropicBeta: betas }),
    cache: (ttl) => ({ cacheControl: { type: 'ephemeral', ttl } }),
    resultImages: true,
  },
  '@ai-sdk/amazon-bedrock': {
    key: 'bedrock',
    major: '4',
    effort: (effort) => ({ reasoningConfig: { maxReasoningEffort: effort } }),
    thinking: (thinking) => ({ reasoningConfig: budgeted(thinking) }),
    betas: (betas) => ({ anthropicBeta: betas }),
    cache: (ttl) => ({ cachePoint: { type: 'default', ...(ttl === '1h' ? { ttl } : {}) } }),
    resultImages: true,
  },
  '@ai-sdk/openai-compatible': {
    major: '2',
    effort: effortField,
    oneCall: { parallel_tool_calls: false },
    // Without it the package asks for no usage, and the cost of a run would be unknown.
    settings: { includeUsage: true },
  },
  '@openrouter/ai-sdk-provider': {
    key: 'openrouter',
    major: '2',
    effort: (effort) => ({ reasoning: { effort } }),
    settings: { compatibility: 'strict' },
  },
  'ollama-ai-provider-v2': { major: '3' },
};

/** The entry of a package, or of an entry point of it such as `@ai-sdk/amazon-bedrock/anthropic`, which has none of its own. */
export const knownPackage = (name: string): KnownPackage | undefined => KNOWN_PACKAGES[name];
