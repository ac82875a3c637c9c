import type { EngineProcess } from './engine-process.js';

/** The time in which more of a prompt must begin on standard input. */
const PATIENCE_MS = 3000;

/** Returns the words, followed by the input: `git diff | loadout -p "Review this"`. Source: CLI-03. */
export async function printPrompt(
  words: readonly string[],
  io: Pick<EngineProcess, 'stdin' | 'tell'>,
): Promise<string | undefined> {
  const asked = words.filter((word) => word !== '-').join(' ');
  const piped = io.stdin.isTTY === true ? '' : await readAll(io, { hasPrompt: asked !== '' });
  const prompt = [asked, piped].filter((part) => part.trim() !== '').join('\n\n');
  return prompt === '' ? undefined : prompt;
}

async function readAll(
  { stdin, tell }: Pick<EngineProcess, 'stdin' | 'tell'>,
  { hasPrompt }: { hasPrompt: boolean },
): Promise<string> {
  const chunks: Buffer[] = [];
  const reader = stdin[Symbol.asyncIterator]();
  let next = await (hasPrompt ? soon(reader.next()) : reader.next());
  if (next === 'late') {
    tell(`Nothing came on standard input within ${PATIENCE_MS / 1000} s: the prompt is taken without it.\n`);
    return '';
  }
  while (next.done !== true) {
    chunks.push(Buffer.from(next.value));
    next = await reader.next();
  }
  return Buffer.concat(chunks).toString('utf8').trim();
}

async function soon<T>(wanted: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), PATIENCE_MS);
  });
  return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}
