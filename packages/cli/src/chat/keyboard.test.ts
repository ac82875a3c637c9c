import { describe, expect, it } from 'vitest';
import { atKeyboard, type Keys } from '../testing/at-keyboard.js';
import { Keyboard } from './keyboard.js';

const never = new AbortController().signal;

function keyboardFor(...steps: readonly Keys[]) {
  const at = atKeyboard(...steps);
  const keyboard = new Keyboard(at.io, { complete: (line) => ['/mode ', '/model '].filter((name) => name.startsWith(line)) });
  const prompt = (prompt = '> ') => keyboard.line({ prompt, signal: never, isPrompt: true });
  const question = () => keyboard.line({ prompt: '? ', signal: never, isPrompt: false });
  return { ...at, keyboard, prompt, question };
}

describe('the keyboard of a conversation (CLI-05)', () => {
  it('reads lines with editing, and a history of prompts', async () => {
    const { keyboard, prompt } = keyboardFor([/> /, 'helo\x7flo\r'], [/> /, '\x1b[A!\r']);
    keyboard.start();
    expect([await prompt(), await prompt()]).toEqual([
      { kind: 'line', text: 'hello' },
      { kind: 'line', text: 'hello!' },
    ]);
  });

  it('takes text that is pasted as one prompt, whatever lines and keys are in it', async () => {
    const { keyboard, prompt } = keyboardFor(
      [/> /, 'a \x1b[200~one\r\ntwo\x03\x1b[31m\nthr'],
      [/a /, 'ee\x1b[2'],
      [/$/, '01~ b\r'],
    );
    keyboard.start();
    expect(await prompt()).toEqual({ kind: 'line', text: 'a one\ntwo[31m\nthree b' });
  });

  it('keeps what is typed while nobody asks for the next prompt, and for no question', async () => {
    const { keyboard, prompt, question } = keyboardFor([/\x1b\[\?2004h/, 'y\rnext'], [/\? /, 'n\r'], [/> /, ' one\r']);
    keyboard.start();
    await new Promise(setImmediate);
    expect(await question()).toEqual({ kind: 'line', text: 'n' });
    expect([await prompt(), await prompt()]).toEqual([
      { kind: 'line', text: 'y' },
      { kind: 'line', text: 'next one' },
    ]);
  });

  it('hears Ctrl+C when no line is typed, and forgets what was typed before it', async () => {
    const { keyboard, prompt } = keyboardFor([/\x1b\[\?2004h/, 'old\x03'], [/> /, 'new\r']);
    const heard = new Promise<void>((resolve) => {
      keyboard.onInterrupt = resolve;
    });
    keyboard.start();
    await heard;
    expect(await prompt()).toEqual({ kind: 'line', text: 'new' });
  });

  it('says of Ctrl+C whether anything stood in the line, and ends with Ctrl+D', async () => {
    const { keyboard, prompt } = keyboardFor([/> /, 'x\x03'], [/> /, '\x03'], [/> /, '\x04']);
    keyboard.start();
    expect([await prompt(), await prompt(), await prompt()]).toEqual([
      { kind: 'interrupt', wasEmpty: false },
      { kind: 'interrupt', wasEmpty: true },
      { kind: 'end' },
    ]);
  });

  it('ends with its terminal, also for who asks later', async () => {
    const { keyboard, prompt, question } = keyboardFor();
    keyboard.start();
    expect([await prompt(), await question()]).toEqual([{ kind: 'end' }, { kind: 'end' }]);
  });

  it('waits no longer when nobody wants the line, and prints above one that is typed', async () => {
    const { io, keyboard, told } = keyboardFor([/> /, 'half'], [/nothing more/, '']);
    const controller = new AbortController();
    keyboard.start();
    const typed = keyboard.line({ prompt: '> ', signal: controller.signal, isPrompt: true });
    while (!keyboard.isTyping) await new Promise(setImmediate);
    keyboard.aside(() => io.tell('(news)\n'));
    expect(told()).toMatch(/half\r\x1b\[J\(news\)\n.*> half/);
    controller.abort();
    expect(await typed).toEqual({ kind: 'withdrawn' });
  });

  it('has the keys for itself, and gives them back', () => {
    const { keyboard, rawModes, told } = keyboardFor();
    keyboard.start();
    keyboard.stop();
    expect([rawModes, told()]).toEqual([[true, false], '\x1b[?2004h\x1b[?2004l']);
  });

  it('completes the names of commands with Tab', async () => {
    const { keyboard, prompt } = keyboardFor([/> /, '/model'], [/\/model/, '\t'], [/ /, '\r']);
    keyboard.start();
    expect(await prompt()).toEqual({ kind: 'line', text: '/model ' });
  });
});
