import { hookKind } from './entry.js';

interface BlockFields {
  readonly field?: string;
  readonly phrases?: readonly string[];
  readonly reason?: string;
}

/**
 * Denies calls whose input contains one of the phrases, compared word by word. Without phrases, denies every call that the
 * matcher selects. A shell can spell a command in more ways than a list can contain, so this hook only catches accidents. Put
 * commands that must never run into `permissions.deny`.
 */
export const blockHook = hookKind<BlockFields>(
  {
    type: 'block',
    properties: {
      field: { type: 'string', description: 'The input field to look at. Default: command.' },
      phrases: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        description: 'Denied when these words follow each other; case does not matter, nor the order of short options.',
      },
      reason: { type: 'string', description: 'Told to the model.' },
    },
  },
  ({ field = 'command', phrases, reason }) => ({
    name: 'block',
    phase: 'guard',
    run(input) {
      const hit = phrases === undefined ? '' : phrases.find((phrase) => containsPhrase(textOf(input, field), phrase));
      if (hit === undefined) return undefined;
      const why = reason ?? (hit === '' ? 'this call is not allowed here' : `"${hit}" is not allowed here`);
      return {
        hookSpecificOutput: { hookEventName: input.hook_event_name, permissionDecision: 'deny', permissionDecisionReason: why },
      };
    },
  }),
);

function textOf(input: object, field: string): string {
  const toolInput = 'tool_input' in input ? input.tool_input : undefined;
  const value = typeof toolInput === 'object' && toolInput !== null ? (toolInput as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** Whether the words of a phrase follow each other in a text. Quotes and backslashes inside words are dropped, separators split. */
function containsPhrase(text: string, phrase: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(phrase);
  return wanted.length > 0 && words.some((_, start) => wanted.every((word, index) => sameWord(words[start + index], word)));
}

function wordsOf(text: string): string[] {
  return text
    .replace(/\\\r?\n/g, '')
    .replace(/["'\\]/g, '')
    .toLowerCase()
    .split(/[\s;|&()`{}<>]+/)
    .filter((word) => word !== '');
}

/** `-fr` is `-rf`; a path in front of a program does not hide it. */
function sameWord(word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false;
  if (/^-[a-z]{2,}$/.test(wanted) && /^-[a-z]+$/.test(word)) return [...wanted.slice(1)].every((letter) => word.includes(letter));
  return word === wanted || word.endsWith(`/${wanted}`);
}
