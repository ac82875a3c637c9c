import type { JsonSchema } from '@loadout/core';
import { CHAT_ACTIONS, EDIT_ACTIONS, type KeySettings } from '../input/actions.js';

/** Settings of a person for all their chats. */
export interface Settings {
  readonly keys: KeySettings;
  readonly colours: 'auto' | 'always' | 'never';
  readonly notices: 'bell' | 'osc9' | 'osc777' | 'never';
  readonly editor?: string | undefined;
  readonly statusLine?: { readonly command: string } | undefined;
}

export const DEFAULT_SETTINGS: Settings = { keys: {}, colours: 'auto', notices: 'bell' };

const NAMED = 'enter|tab|escape|backspace|delete|insert|up|down|left|right|home|end|page-up|page-down|f(?:[1-9]|1[0-2])';
/** A key that types text needs Ctrl or Alt. Ctrl with h, i, m or [ is Backspace, Tab, Enter or Escape to a terminal. */
const KEY = `^(?:(?:ctrl\\+)?(?:alt\\+)?(?:shift\\+)?(?:${NAMED})|(?!ctrl\\+(?:alt\\+)?[him[]$)(?:ctrl\\+(?:alt\\+)?|alt\\+)(?:shift\\+)?(?:[^\\sA-Z]|space))$`;
const A_KEY =
  'a key such as ctrl+g, alt+enter, shift+tab or f2, with ctrl, alt and shift in this order and letters in lower case';

/** The keys of an action: one, or a list. */
const keysOf = (own: readonly string[]): JsonSchema => ({
  description: `${A_KEY}, or a list of such keys`,
  type: ['string', 'array'],
  pattern: KEY,
  items: { description: A_KEY, type: 'string', pattern: KEY },
  minItems: 1,
  examples: [own],
});

/** The schema of `chat.yaml`. A description says what is expected there, and is the text of an error. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of a person for loadout chat',
  description: 'a map of settings',
  type: 'object',
  additionalProperties: false,
  properties: {
    keys: {
      description: 'a map from actions to keys',
      type: 'object',
      default: DEFAULT_SETTINGS.keys,
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries({ ...EDIT_ACTIONS, ...CHAT_ACTIONS }).map(([action, own]) => [action, keysOf(own)]),
      ),
    },
    colours: {
      description: 'auto (as NO_COLOR and FORCE_COLOR say), always or never',
      enum: ['auto', 'always', 'never'],
      default: DEFAULT_SETTINGS.colours,
    },
    notices: {
      description: 'how you are called when a question waits and the window is not in focus: bell, osc9, osc777 or never',
      enum: ['bell', 'osc9', 'osc777', 'never'],
      default: DEFAULT_SETTINGS.notices,
    },
    editor: {
      description: 'the command of your editor, which waits until the file is closed, such as code --wait',
      type: 'string',
      pattern: '\\S',
    },
    statusLine: {
      description: 'a map with command: a command that gets the status as JSON and prints the status line',
      type: 'object',
      additionalProperties: false,
      required: ['command'],
      properties: {
        type: { description: 'command', const: 'command' },
        command: { description: 'a command, such as ~/.config/loadout/status.sh', type: 'string', pattern: '\\S' },
      },
    },
  },
};
