import { defineCommand } from '@loadout/core/commands';
import { WHERE } from '../engine/engine-place.js';
import { AT_ADDRESS, askArguments, giveAnswer, keyFlag } from './give-answer.js';

const definition = {
  name: 'deny',
  group: 'more',
  summary: 'Deny a call that a run on the engine, or of loadout serve http, asks about.',
  positionals: askArguments,
  flags: [{ name: 'message', value: 'TEXT', help: 'The reason that the model reads.' }, keyFlag],
  details: [AT_ADDRESS, WHERE],
  examples: ['4f0c2a91 --message "Not on a Friday."'],
} as const;

export default defineCommand(definition, ({ positionals, flags }, host) =>
  giveAnswer(positionals, host, { did: 'Denied', answer: { behavior: 'deny', message: flags.message }, keyFile: flags.key }),
);
