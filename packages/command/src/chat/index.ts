/** The parts of a chat that the plain one and the terminal program share. Listed by hand. */

export type { PersonalRules } from '@loadout/core/commands';
export { CheckedChange } from './checked-change.js';
export { Checklist, type ChecklistItem } from './checklist.js';
export { type FileChange, fileChange } from './file-change.js';
export { type FormField, formFields } from './form-fields.js';
export {
  keptRule,
  NO,
  type PermissionChoice,
  permissionAnswer,
  permissionChoices,
  unanswered,
} from './permission-choices.js';
export { readChoice } from './read-choice.js';
export { type Continued, Session, type SessionParts, type SessionView } from './session.js';
export { completions, SLASH_COMMANDS, type SlashCommand, slashCommand, userSkills } from './slash-commands.js';
