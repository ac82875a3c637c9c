import { BackgroundTasks, defineTool, type ToolContext } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { chatting, gate, reader, textsOf } from './chat.test-kit.js';

describe('work', () => {
  it.each([
    ['Escape', '\x1b'],
    ['Ctrl+C', '\x03'],
  ])('is interrupted by %s, and the session continues', async (_, key) => {
    const chat = await chatting({ steps: [{ text: 'Slow', hold: new Promise(() => {}) }, { text: 'Again.' }] });
    chat.type('go\r');
    await chat.sees('Slow');
    chat.type(key);
    await chat.sees('interrupted');
    chat.type('on\r');
    await chat.sees('Again.');
    expect(textsOf(chat.model.requests[1])).toContain('[Interrupted by the person.]');
  });

  it('takes what was typed before the terminal was its own, where Enter came as a line feed', async () => {
    const chat = await chatting({ steps: [{ text: 'First.' }, { text: 'Second.' }] });
    chat.type('one\n');
    await chat.sees('First.');
    chat.type('two\nlines\r');
    await chat.sees('Second.');
    expect(textsOf(chat.model.requests[1])).toContain(String.raw`two\nlines`);
  });

  it('goes on while the person types: the text waits in sight, and Up takes it back', async () => {
    const { open, opened } = gate();
    const chat = await chatting({ steps: [{ text: 'Slow', hold: opened }, { text: 'Next.' }] });
    chat.type('go\r');
    await chat.sees('Slow');
    chat.type('and then\r');
    await chat.sees('⧖ and then');
    chat.type('\x1b[A');
    await chat.sees('› and then');
    expect(await chat.text()).not.toContain('⧖');
    chat.type(' this\r');
    await chat.sees('⧖ and then this');
    open();
    await chat.sees(/› and then this\n[\s\S]*Next\./);
  });

  it('ends with Escape, and what waits is sent at once', async () => {
    const chat = await chatting({ steps: [{ text: 'Slow', hold: new Promise(() => {}) }, { text: 'Tabs it is.' }] });
    chat.type('go\r');
    await chat.sees('Slow');
    chat.type('use tabs\r');
    await chat.sees(/⧖ use tabs *\n {2}waits; Up takes it back, Esc sends it now/);
    chat.type('\x1b');
    await chat.sees(/interrupted[\s\S]*› use tabs[\s\S]*Tabs it is\./);
    expect(textsOf(chat.model.requests[1])).toContain('use tabs');
  });

  it('goes on in the background with Ctrl+B, where a call lets it, and is not interrupted', async () => {
    const lasting = (name: string, wait: (context: ToolContext) => Promise<string>) =>
      defineTool({
        name,
        description: name,
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, openWorldHint: false },
        access: () => [],
        call: (_, context) => wait(context),
      });
    const { open, opened } = gate();
    const build = lasting(
      'Build',
      ({ get, toolUseId }) => new Promise((end) => get(BackgroundTasks).whenSent(toolUseId, () => end('Goes on.'))),
    );
    const chat = await chatting({
      steps: [{ calls: [{ name: 'Hold' }] }, { calls: [{ name: 'Build' }] }, { text: 'I do other things.' }],
      customTools: [build, lasting('Hold', () => opened.then(() => 'Held.'))],
    });
    chat.type('go\r');
    await chat.sees('◌ Hold');
    chat.type('\x02');
    await chat.sees('Nothing that is running can continue in the background.');
    open();
    await chat.sees('◌ Build');
    await chat.sees(/✻ [\d.]+ s, Esc interrupts, Ctrl\+B: in the background/);
    chat.type('\x02');
    await chat.sees(/● Build[\s\S]*Goes on\.[\s\S]*I do other things\./);
  });

  it('is not touched by Ctrl+B in a text, where it goes to the left', async () => {
    const { open, opened } = gate();
    const chat = await chatting({ steps: [{ text: 'Slow', hold: opened }, { text: 'Next.' }] });
    chat.type('go\r');
    await chat.sees('Slow');
    chat.type('ac\x02b\r');
    await chat.sees('⧖ abc');
    open();
    await chat.sees('Next.');
  });

  it('is steered at its next step by what was typed', async () => {
    const { open, opened } = gate();
    const wait = reader('Wait', async () => {
      await opened;
      return 'Waited.';
    });
    const chat = await chatting({ steps: [{ calls: [{ name: 'Wait' }] }, { text: 'I see.' }], customTools: [wait] });
    chat.type('go\r');
    await chat.sees('◌ Wait');
    chat.type('use tabs\r');
    await chat.sees('⧖ use tabs');
    open();
    await chat.sees(/› use tabs {2}\(while it works\)[\s\S]*I see\./);
    expect(textsOf(chat.model.requests[1])).toContain('The person says, while you work:\\n> use tabs');
    expect(chat.model.requests.length).toBe(2);
  });
});
