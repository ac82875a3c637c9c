import * as z from 'zod';
import { free, told, waits } from './free.js';
import { mapOf } from './map-of.js';
import { capabilities, count, effort, freeMap, nonEmpty, thinking } from './parts.js';

const OPTION = 'An option of the request.';

const cost = z.number().min(0);
const price = mapOf(() => ({
  input: cost.describe('Tokens of a request.'),
  output: cost.describe('Tokens of an answer.'),
  cacheWrite: cost.describe('Tokens of a request that the provider keeps.').optional(),
  cacheRead: cost.describe('Tokens of a request that the provider has kept.').optional(),
  long: mapOf(() => ({
    over: z.number().int().positive().describe('The tokens of a request above which this price holds.'),
    input: cost.describe('Tokens of such a request.'),
    output: cost.describe('Tokens of its answer.'),
  }))
    .describe('Another price for long requests.')
    .optional(),
})).describe(
  'US dollars for a million tokens. Where the settings have a budget, a model of the table costs what the table or the settings say.',
);

export const modelEntry = mapOf(() => ({
  provider: free('A name of a provider, which is decided by itself.', nonEmpty).describe(
    'A name of providers, or of a provider that Loadout knows.',
  ),
  id: told('The name of the model in the request.', nonEmpty).describe("The provider's own name for the model."),
  contextWindow: free('Decides when the conversation is made shorter.', count)
    .describe('The most tokens of a conversation, with its answer.')
    .optional(),
  maxOutputTokens: told('A number of the request; budgets count it.', count)
    .describe('The most tokens of one answer.')
    .optional(),
  thinking: told(OPTION, thinking).optional(),
  effort: told(OPTION, effort).optional(),
  temperature: told(OPTION, z.number().min(0).max(2)).describe('0 to 2. Many models with thinking refuse it.').optional(),
  parallelCalls: told(OPTION, z.boolean()).describe('false: at most one tool call in an answer.').optional(),
  capabilities: free('Its keys are decided one by one.', capabilities).optional(),
  betas: waits('Switches on what a provider does beside answering.', z.array(nonEmpty))
    .describe('Beta features of the API, by their names.')
    .optional(),
  promptCache: told(OPTION, z.enum(['5m', '1h', 'off']))
    .describe('How long the provider keeps the conversation for the next request. Default 5m.')
    .optional(),
  extra: waits('Can open servers, tools and stores at the provider.', freeMap)
    .describe('More fields of the request, sent as they are. A field that Loadout sends itself is an error.')
    .optional(),
  price: waits('Could switch off a budget.', price).optional(),
}));
