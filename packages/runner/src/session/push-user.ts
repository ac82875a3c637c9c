import type { Message } from '@loadout/core';

/** Two messages of the user in a row become one: after an interrupted turn the API would refuse them. */
export function pushUser(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (last?.role === 'user')
    messages[messages.length - 1] = Object.freeze({ role: 'user', content: [...last.content, ...message.content] });
  else messages.push(message);
}
