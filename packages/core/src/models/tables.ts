/** Loads the table of one provider. Each table is a file of its own, so that a run reads at most the tables of its providers. */
export const TABLES: Readonly<Record<TableName, () => Promise<{ readonly default: unknown }>>> = {
  anthropic: () => import('./data/anthropic.json', { with: { type: 'json' } }),
  'amazon-bedrock': () => import('./data/amazon-bedrock.json', { with: { type: 'json' } }),
  cerebras: () => import('./data/cerebras.json', { with: { type: 'json' } }),
  deepseek: () => import('./data/deepseek.json', { with: { type: 'json' } }),
  fireworks: () => import('./data/fireworks.json', { with: { type: 'json' } }),
  google: () => import('./data/google.json', { with: { type: 'json' } }),
  groq: () => import('./data/groq.json', { with: { type: 'json' } }),
  mistral: () => import('./data/mistral.json', { with: { type: 'json' } }),
  moonshotai: () => import('./data/moonshotai.json', { with: { type: 'json' } }),
  openai: () => import('./data/openai.json', { with: { type: 'json' } }),
  openrouter: () => import('./data/openrouter.json', { with: { type: 'json' } }),
  together: () => import('./data/together.json', { with: { type: 'json' } }),
  xai: () => import('./data/xai.json', { with: { type: 'json' } }),
  zai: () => import('./data/zai.json', { with: { type: 'json' } }),
};

export type TableName =
  | 'anthropic'
  | 'amazon-bedrock'
  | 'cerebras'
  | 'deepseek'
  | 'fireworks'
  | 'google'
  | 'groq'
  | 'mistral'
  | 'moonshotai'
  | 'openai'
  | 'openrouter'
  | 'together'
  | 'xai'
  | 'zai';

export const isTableName = (name: string): name is TableName => Object.hasOwn(TABLES, name);
