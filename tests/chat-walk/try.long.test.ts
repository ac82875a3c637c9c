import { it } from 'vitest';
import { call, ChatWindow, text } from './chat-window.test-kit.js';

it('x', async () => {
  const w = await ChatWindow.chat({ replies: [call('Read', { file_path: 'notes.txt' }), text('Buy **bread**.'), call('Edit', { file_path: 'notes.txt', old_string: 'bread', new_string: 'milk' }), text('ok')] });
  console.log(w.screen());
  w.say('What is on my list?');
  await w.ended();
  console.log(w.screen());
  w.say('change');
  await w.asks(/wants to change/);
  console.log(w.screen());
  w.press('y');
  await w.ended(2);
  console.log(w.screen());
});
