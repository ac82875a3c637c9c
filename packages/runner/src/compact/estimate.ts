import type { Message } from '@loadout/core';

const CHARS_PER_TOKEN = 4;

export const estimateTokens = (messages: readonly Pick<Message, 'content'>[]): number =>
  messages.reduce((sum, message) => sum + JSON.stringify(message.content).length / CHARS_PER_TOKEN, 0);
