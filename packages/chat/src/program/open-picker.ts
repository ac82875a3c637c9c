import type { Key } from '../input/key.js';
import { keyPress } from '../input/key-codes.js';
import type { Picker } from '../menu/picker.js';
import { cut } from '../text/cut.js';
import type { Picture } from '../text/line.js';

/** A list in place of the editor, which settles once. */
export interface OpenPicker {
  press(key: Key): void;
  picture(columns: number): Picture;
  leave(): void;
}

export function openPicker<T>(picker: Picker<T>, settle: (value: T | undefined) => void): OpenPicker {
  return {
    press: (key) => {
      // The key that opened a search goes on to an older one.
      const pressed = picker.press(isCtrl(key, 'r') ? keyPress('down') : key);
      if (pressed === 'taken') settle(picker.chosen);
      if (pressed === 'left' || isCtrl(key, 'c') || isCtrl(key, 'd')) settle(undefined);
    },
    picture: (columns) => {
      const { lines, cursor } = picker.picture(columns);
      const help = cut([{ text: '  Enter takes it, Esc leaves', styles: ['dim'] }], columns);
      return { lines: [...lines, help], cursor };
    },
    leave: () => settle(undefined),
  };
}

const isCtrl = (key: Key, name: string) => key.kind === 'key' && key.ctrl && key.name === name;
