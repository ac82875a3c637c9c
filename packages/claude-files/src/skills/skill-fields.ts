import { changed, type Fields, kept, lost, quiet } from '../foreign/foreign-fields.js';

/** The frontmatter of SKILL.md and of a command's file (SKILL-01). */
export const SKILL_FIELDS: Fields = {
  name: kept('without one, the name of the folder; a command is named after its file'),
  description: kept('without one, the first line of the text'),
  when_to_use: changed('`whenToUse`'),
  'argument-hint': changed('`argumentHint`'),
  arguments: changed('a list of names'),
  aliases: changed('a list'),
  'disable-model-invocation': changed('`modelInvocable: false`, the default of a command'),
  'user-invocable': changed('`userInvocable`'),
  'allowed-tools': changed('`allowedTools`: allow rules while it is used, once it is trusted'),
  'disallowed-tools': changed('`disallowedTools`: deny rules while it is used'),
  'tool-restrictions': changed('`toolRestrictions`; a list that cannot be read leaves no tool'),
  model: changed('the alias of this name under `models`; `inherit` and unknown names: no other model'),
  effort: kept(),
  context: kept('`fork`'),
  agent: kept(),
  hooks: changed('`hooks`, as in the settings, once they are trusted'),
  paths: changed('a list of globs'),
  metadata: quiet('for people and catalogues'),
  license: quiet('for people and catalogues'),
  compatibility: quiet('for people and catalogues'),
  version: quiet('for people and catalogues'),
  shell: lost('commands in the text run in bash'),
};
