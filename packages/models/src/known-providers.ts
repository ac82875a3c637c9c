/** A provider that is known by its name, without an entry under `providers`. */
export interface KnownProvider {
  readonly use: string;
  /** The options that the name stands for. Absent: the package knows the name itself. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** The variable with the key. Absent: a server of one's own, or the credentials of a cloud. */
  readonly key?: string | undefined;
}

const OPENAI = '@loadout/model-openai';
const ANTHROPIC = '@loadout/model-anthropic';
const bedrock: KnownProvider = { use: ANTHROPIC, options: { transport: 'bedrock' } };

/** The names of providers that work as soon as their package is installed: each table of models, and what people call it (GAP-E6). */
const KNOWN: Readonly<Record<string, KnownProvider>> = {
  anthropic: { use: ANTHROPIC, key: 'ANTHROPIC_API_KEY' },
  openai: { use: OPENAI, key: 'OPENAI_API_KEY' },
  google: { use: OPENAI, options: { preset: 'gemini' }, key: 'GEMINI_API_KEY' },
  gemini: { use: OPENAI, key: 'GEMINI_API_KEY' },
  openrouter: { use: OPENAI, key: 'OPENROUTER_API_KEY' },
  azure: { use: OPENAI, key: 'AZURE_OPENAI_API_KEY' },
  'amazon-bedrock': bedrock,
  bedrock,
  cerebras: { use: OPENAI, key: 'CEREBRAS_API_KEY' },
  deepseek: { use: OPENAI, key: 'DEEPSEEK_API_KEY' },
  fireworks: { use: OPENAI, key: 'FIREWORKS_API_KEY' },
  groq: { use: OPENAI, key: 'GROQ_API_KEY' },
  mistral: { use: OPENAI, key: 'MISTRAL_API_KEY' },
  moonshotai: { use: OPENAI, key: 'MOONSHOT_API_KEY' },
  together: { use: OPENAI, key: 'TOGETHER_API_KEY' },
  xai: { use: OPENAI, key: 'XAI_API_KEY' },
  zai: { use: OPENAI, key: 'ZAI_API_KEY' },
  ollama: { use: OPENAI },
  lmstudio: { use: OPENAI },
  llamacpp: { use: OPENAI },
  vllm: { use: OPENAI },
};

export const knownProvider = (name: string): KnownProvider | undefined => (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined);

export const knownProviders: readonly string[] = Object.keys(KNOWN);

/** The names that a package knows itself, so that they need no options. */
export const knownNames = (use: string): readonly string[] =>
  Object.entries(KNOWN).flatMap(([name, known]) => (known.use === use && known.options === undefined ? [name] : []));

/** Says what is to be written once the package is installed: nothing, or two lines. */
export const afterInstall = (name: string, { use, options }: KnownProvider): string =>
  `The name then works as it is.\nA package of the project alone, or one with options, is declared:\nproviders:\n  ${name}: ${options === undefined ? JSON.stringify(use) : `{ use: ${JSON.stringify(use)}, options: ${JSON.stringify(options)} }`}`;

/** Says how to use a key that is set and that no model of this run uses. `undefined`: no other key is set. */
export function unusedKey(
  env: Readonly<Record<string, string | undefined>>,
  isInstalled: (use: string) => boolean,
): string | undefined {
  const found = Object.entries(KNOWN).find(
    ([, { key }]) => key !== undefined && key !== 'ANTHROPIC_API_KEY' && Boolean(env[key]),
  );
  if (found === undefined) return undefined;
  const [name, { use, key }] = found;
  const install = isInstalled(use) ? '' : `run npm install ${use} and `;
  return `${key} is set; to use it, ${install}write model: ${name}/<model id>`;
}
