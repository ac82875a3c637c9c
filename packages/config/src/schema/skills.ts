import * as z from 'zod';
import { hooks, nonEmpty, text } from './parts.js';

/** The value of `skills` in a file. When the layers are read, the skills themselves replace it. */
export const skills = z
  .union([
    z.boolean(),
    z
      .object({
        dirs: z
          .union([nonEmpty, z.array(nonEmpty)])
          .describe('Folders whose folders are skills. The later counts over the earlier.')
          .optional(),
      })
      .catchall(z.union([nonEmpty, z.null()])),
  ])
  .describe('true: the usual folders. Or dirs, and skills by name: the path of a SKILL.md folder, or of a folder of these.');

const names = z.array(text);

/** A skill that was read from its file. */
export const skillEntry = z.strictObject({
  file: nonEmpty,
  dir: nonEmpty,
  description: text,
  whenToUse: text.optional(),
  argumentHint: text.optional(),
  arguments: names.optional(),
  aliases: names.optional(),
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
  allowedTools: names.optional(),
  disallowedTools: names.optional(),
  toolRestrictions: names.optional(),
  model: text.optional(),
  effort: text.optional(),
  context: z.literal('fork').optional(),
  agent: text.optional(),
  hooks: hooks.optional(),
  paths: names.optional(),
});
