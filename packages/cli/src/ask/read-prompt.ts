import type { Io } from '../io.js';

/**
 * Reads the prompt. `-` means standard input. A missing prompt does too, unless the agent has its own prompt or a person is at
 * the terminal.
 */
export async function readPrompt(
  prompt: string | undefined,
  { io, hasOwn }: { readonly io: Pick<Io, 'stdin'>; readonly hasOwn: boolean },
): Promise<string | undefined> {
  const reads = prompt === '-' || (prompt === undefined && !hasOwn && io.stdin.isTTY !== true);
  if (!reads) return prompt?.trim() === '' ? undefined : prompt;
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8').trim();
  return text === '' ? undefined : text;
}
