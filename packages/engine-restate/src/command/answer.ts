import { defineCommand } from '@loadout/core/commands';
import { WHERE } from '../engine/engine-place.js';
import { askArguments, giveAnswer } from './give-answer.js';

const definition = {
  name: 'answer',
  group: 'more',
  summary: 'Answer a question that the model of a run on the engine asks.',
  positionals: askArguments,
  flags: [{ name: 'text', value: 'TEXT', repeat: true, help: 'The answer, in any words. One for each question, in order.' }],
  details: ['An answer is given once. To decline, use loadout deny.', WHERE],
  examples: ['4f0c2a91 --text "The second one."'],
} as const;

export default defineCommand(definition, ({ positionals, flags }, host) =>
  giveAnswer(positionals, host, { did: 'Answered', answer: { behavior: 'allow', texts: flags.text } }),
);
