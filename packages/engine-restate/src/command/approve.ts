import { defineCommand } from '@loadout/core/commands';
import { WHERE } from '../engine/engine-place.js';
import { AT_ADDRESS, askArguments, giveAnswer, keyFlag } from './give-answer.js';

const definition = {
  name: 'approve',
  group: 'more',
  summary: 'Allow a call that a run on the engine, or of loadout serve http, asks about.',
  positionals: askArguments,
  flags: [keyFlag],
  details: [
    'An approval is given once. It holds for this call, its final input, the rule that asks and the plan of the run. It is void if one of them changes.',
    AT_ADDRESS,
    WHERE,
  ],
  examples: ['4f0c2a91', 'https://agents.example.com/runs/4f0c2a91 --key alice.pem'],
} as const;

export default defineCommand(definition, ({ positionals, flags }, host) =>
  giveAnswer(positionals, host, { did: 'Allowed', answer: { behavior: 'allow' }, keyFile: flags.key }),
);
