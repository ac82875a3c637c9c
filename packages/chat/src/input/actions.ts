/** Actions of the editor, with the keys that do them unless a person sets others. */
export const EDIT_ACTIONS = {
  newline: ['shift+enter', 'alt+enter', 'ctrl+j'],
  left: ['left', 'ctrl+b'],
  right: ['right', 'ctrl+f'],
  up: ['up', 'ctrl+p'],
  down: ['down', 'ctrl+n'],
  wordLeft: ['alt+b', 'ctrl+left', 'alt+left'],
  wordRight: ['alt+f', 'ctrl+right', 'alt+right'],
  lineStart: ['ctrl+a', 'home'],
  lineEnd: ['ctrl+e', 'end'],
  textStart: ['ctrl+home'],
  textEnd: ['ctrl+end'],
  deleteBack: ['backspace', 'shift+backspace'],
  delete: ['delete', 'ctrl+d'],
  deleteWordBack: ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
  deleteWord: ['alt+d', 'ctrl+delete', 'alt+delete'],
  deleteToStart: ['ctrl+u'],
  deleteToEnd: ['ctrl+k'],
  yank: ['ctrl+y'],
  undo: ['ctrl+_', 'ctrl+/', 'ctrl+shift+-'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Actions of the program, at keys that the editor leaves, or does not need while it is empty. */
export const CHAT_ACTIONS = {
  submit: ['enter'],
  complete: ['tab'],
  interrupt: ['escape'],
  stop: ['ctrl+c'],
  quit: ['ctrl+d'],
  suspend: ['ctrl+z'],
  redraw: ['ctrl+l'],
  searchHistory: ['ctrl+r'],
  openEditor: ['ctrl+g'],
  openOutput: ['ctrl+o'],
  toBackground: ['ctrl+b'],
  nextMode: ['shift+tab', 'alt+m'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EditAction = keyof typeof EDIT_ACTIONS;
export type ChatAction = keyof typeof CHAT_ACTIONS;

/** The keys of a person, by action. They take the place of the action's own keys. */
export type KeySettings = Readonly<Partial<Record<EditAction | ChatAction, readonly string[]>>>;
