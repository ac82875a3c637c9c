import type { Key } from '../input/key.js';
import { Picker } from '../menu/picker.js';
import type { Picture } from '../screen/line.js';
import { cut } from '../text/cut.js';
import type { Choosing } from './surface.js';

/** A list in place of the editor, which settles once. */
export interface OpenPicker {
  press(key: Key): void;
  picture(columns: number): Picture;
  leave(): void;
}

const MOST = 10;

export function openPicker<T>({ title, items }: Choosing<T>, settle: (value: T | undefined) => void): OpenPicker {
  const picker = new Picker({ prompt: [{ text: `${title} `, styles: ['bold'] }], items, most: MOST });
  return {
    press: (key) => {
      const pressed = picker.press(key);
      if (pressed === 'taken') settle(picker.chosen);
      if (pressed === 'left' || isLeaving(key)) settle(undefined);
    },
    picture: (columns) => {
      const { lines, cursor } = picker.picture(columns);
      const help = cut([{ text: '  Enter takes it, Esc leaves', styles: ['dim'] }], columns);
      return { lines: [...lines, help], cursor };
    },
    leave: () => settle(undefined),
  };
}

const isLeaving = (key: Key) => key.kind === 'key' && key.ctrl && (key.name === 'c' || key.name === 'd');
