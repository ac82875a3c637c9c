import * as z from 'zod';
import { mapOf } from './map-of.js';
import { nonEmpty, refused, text } from './parts.js';

const ONE_TARGET = refused(
  'must name its receiver as one of url and command',
  'Write { url: https://… } or { command: [program, argument] }.',
);

/** One receiver of messages about runs. */
export const notifyEntry = mapOf(() => ({
  url: nonEmpty.describe('Where the message is posted to, as JSON. Redirects are not followed.').optional(),
  command: z
    .array(nonEmpty)
    .min(1)
    .describe('A program and its arguments. It gets the message as JSON on its standard input.')
    .optional(),
  secret: text
    .describe(
      'For url: the key of the signature, as in Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature.',
    )
    .optional(),
  on: z
    .array(z.enum(['waiting', 'ended']))
    .min(1)
    .describe('waiting: a run waits for an answer of a person. ended: a run has ended. Default: both.')
    .optional(),
  content: z.enum(['none', 'full']).describe('full: the input that waits, and the answer, too. Default none.').optional(),
  address: nonEmpty.describe('The address of loadout serve http as receivers reach it. Default: where it listens.').optional(),
})).refine(({ url, command }) => (url === undefined) !== (command === undefined), ONE_TARGET);
