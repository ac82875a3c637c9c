import * as z from 'zod';
import { free, told, waits } from './free.js';
import { mapOf } from './map-of.js';
import { merges } from './merge-way.js';
import { hooks, nonEmpty, text } from './parts.js';

/** The value of `skills` in a file. When the layers are read, the skills themselves replace it. */
export const skills = z
  .union([
    z.boolean(),
    z
      .object({
        dirs: z
          .union([nonEmpty, z.array(nonEmpty)])
          .describe('Folders whose subfolders are skills. For the same name, the later folder counts.')
          .optional(),
      })
      .catchall(z.union([nonEmpty, z.null()])),
  ])
  .describe(
    'true: the usual folders, such as .claude/skills. Or a map: dirs, and skills by name with the path of a folder that has a SKILL.md, or of a folder of these.',
  );

const names = z.array(text);

/** A skill that was read from its file. */
const LISTED = 'A text to the model.';
const PLACES = 'Folders of this machine, and options of its plugin.';
const CHOOSES = 'Decides when and where the skill is used.';

export const skillEntry = merges(
  'whole',
  mapOf(() => ({
    file: told('A file of the project, whose text the model reads.', nonEmpty),
    dir: told('The folder of the file.', nonEmpty),
    description: told(LISTED, text),
    whenToUse: told(LISTED, text).optional(),
    argumentHint: told(LISTED, text).optional(),
    arguments: told(LISTED, names).optional(),
    aliases: told(LISTED, names).optional(),
    modelInvocable: free(CHOOSES, z.boolean()),
    userInvocable: free(CHOOSES, z.boolean()),
    allowedTools: waits('Lets calls and the commands in its text run unasked.', names).optional(),
    disallowedTools: free('Takes tools away.', names).optional(),
    toolRestrictions: free('Takes tools away.', names).optional(),
    model: told('A name of a model. Its provider is decided by itself.', text).optional(),
    effort: told('An option of the request.', text).optional(),
    context: free(CHOOSES, z.literal('fork')).optional(),
    agent: free(CHOOSES, text).optional(),
    values: told(PLACES, z.record(told(PLACES, text), told(PLACES, text))).optional(),
    hooks: free('Its events are decided one by one.', hooks).optional(),
    paths: free(CHOOSES, names).optional(),
  })),
);
