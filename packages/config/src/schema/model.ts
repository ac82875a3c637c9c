import * as z from 'zod';
import { free, told, waits } from './free.js';
import { mapOf } from './map-of.js';
import { capabilities, count, effort, freeMap, nonEmpty, thinking } from './parts.js';

const OPTION = 'An option of the request.';

const cost = z.number().min(0);
const price = mapOf(() => ({
  input: cost.describe('Tokens of a request.'),
  output: cost.describe('Tokens of an answer.'),
  cacheWrite: cost
    .describe('Tokens of a request that the provider keeps. Default: 1.25 times input, or twice with promptCache: 1h.')
    .optional(),
  cacheRead: cost.describe('Tokens of a request that the provider has kept. Default: a tenth of input.').optional(),
  long: mapOf(() => ({
    over: z.number().int().positive().describe('The tokens of a request above which this price holds.'),
    input: cost.describe('Tokens of such a request.'),
    output: cost.describe('Tokens of its answer.'),
  }))
    .describe('Another price for long requests.')
    .optional(),
})).describe(
  'US dollars for a million tokens. Default: the table of models. Where the settings have a budget, the price of a project counts only for a model that neither they nor the table know.',
);

export const modelEntry = mapOf(() => ({
  provider: free('A name of a provider, which is decided by itself.', nonEmpty).describe(
    'A name of providers, or of a provider that Loadout knows.',
  ),
  id: told('The name of the model in the request.', nonEmpty).describe("The provider's own name for the model."),
  contextWindow: free('Decides when the conversation is made shorter.', count)
    .describe('The most tokens of a conversation, with its answer. Default: the table of models.')
    .optional(),
  maxOutputTokens: told('A number of the request; budgets count it.', count)
    .describe('The most tokens of one answer, with its thinking.')
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
    .describe(
      'How long the provider keeps the conversation for the next request. Default 5m for the Messages API. APIs of OpenAI know only off; @loadout/model-ai-sdk asks for it only if it is written.',
    )
    .optional(),
  extra: waits('Can open servers, tools and stores at the provider.', freeMap)
    .describe(
      'More fields of the request. A field that other keys or Loadout always set, such as model or messages, is an error. tools are tools that the provider runs.',
    )
    .optional(),
  price: waits('Could switch off a budget.', price).optional(),
}));
