import type { Io } from '../io.js';

/** `-` reads standard input; so does no prompt at all, unless the agent has one of its own or a person sits there. */
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
