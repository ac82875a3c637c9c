import { errors } from '../errors.js';
import type { Io } from '../io.js';

/** No model reads more. An input without an end would take all memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads the prompt. `-` means standard input. A missing prompt does too, unless the agent has its own prompt or a person is at
 * the terminal. Throws USAGE_PROMPT_LARGE.
 */
export async function readPrompt(
  prompt: string | undefined,
  { io, hasOwn }: { readonly io: Pick<Io, 'stdin'>; readonly hasOwn: boolean },
): Promise<string | undefined> {
  const reads = prompt === '-' || (prompt === undefined && !hasOwn && io.stdin.isTTY !== true);
  if (!reads) return prompt?.trim() === '' ? undefined : prompt;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of io.stdin) {
    const piece = Buffer.from(chunk);
    chunks.push(piece);
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw errors.USAGE_PROMPT_LARGE({ most: MOST_BYTES });
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  return text === '' ? undefined : text;
}
