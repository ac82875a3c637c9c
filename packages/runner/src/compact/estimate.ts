import type { Message } from '@loadout/core/model';

const CHARS_PER_TOKEN = 4;
/** About the highest cost of a picture. The cost depends on the pixels, not on the bytes. */
const PICTURE_TOKENS = 1600;

export const estimateTokens = (messages: readonly Pick<Message, 'content'>[]): number =>
  messages.reduce((sum, message) => sum + tokensOf(message.content), 0);

function tokensOf(content: unknown): number {
  const text = JSON.stringify(content);
  if (!text.includes('"image"')) return text.length / CHARS_PER_TOKEN;
  let pictures = 0;
  const rest = JSON.stringify(content, (_, value: unknown) => {
    if (!isPicture(value)) return value;
    pictures += 1;
    return undefined;
  });
  return rest.length / CHARS_PER_TOKEN + pictures * PICTURE_TOKENS;
}

const isPicture = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'image';
