import { writeSync } from 'node:fs';
import { messageOf } from '@loadout/core';
import { keyNotation } from './bindings.js';
import { Editor } from './editor.js';
import { ASK_FOR_KEYS, keyboardModes } from './keyboard-modes.js';
import { Keys } from './keys.js';
import { editOutside } from './outside-editor.js';

/** Prints each key that the terminal sends, until Ctrl+D, then the text that an editor has made of them. Ctrl+G lends the terminal. */
const editor = new Editor();
const kept: { on: string; off: string }[] = [{ on: '\x1b[?2004h', off: '\x1b[?2004l' }];
const write = (text: string) => writeSync(1, text);
const keys = new Keys(
  (key) => {
    if (key.kind === 'key' && key.ctrl && key.name === 'd') return leave();
    if (key.kind === 'key' && key.ctrl && key.name === 'g') return void lend();
    editor.press(key);
    write(`<${key.kind === 'key' ? keyNotation(key) : key.kind === 'paste' ? `paste ${key.text.length}` : key.kind}> `);
  },
  { onReply: (reply) => onReply(reply) },
);
const onReply = keyboardModes({
  env: process.env,
  keys,
  keep: (mode) => {
    kept.push(mode);
    write(`${mode.on}keys are told apart\r\n`);
  },
});

function leave(): void {
  write(
    `${kept.map(({ off }) => off).join('')}\r\ntext ${JSON.stringify(editor.text.slice(0, 200))} of ${editor.text.length}\r\n`,
  );
  process.exit(0);
}

async function lend(): Promise<void> {
  process.stdin.pause();
  process.stdin.setRawMode(false);
  const text = await editOutside(editor.text, { env: process.env }).catch(messageOf);
  editor.set(text);
  process.stdin.setRawMode(true);
  process.stdin.resume();
  write(`is back: ${text}\r\n`);
}

process.stdin.setRawMode(true);
process.stdin.on('data', (piece) => keys.push(piece));
write(`${kept.map(({ on }) => on).join('')}${ASK_FOR_KEYS}ready\r\n`);
