import { oneLine } from '@loadout/command';
import type { DoubtfulWord, Target } from '@loadout/command/runs';
import { lineReader } from '../ask/line-reader.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';

/**
 * Asks a person whether a word is an agent or the prompt. Throws USAGE_AGENT_OR_PROMPT if nobody is there, or for any other answer.
 */
export async function settleDoubt(
  { doubt, near, available }: DoubtfulWord,
  { io, isAsked }: { readonly io: Io; readonly isAsked: boolean },
): Promise<Target> {
  const unclear = errors.USAGE_AGENT_OR_PROMPT({ word: doubt, nearest: near, available });
  if (!isAsked) throw unclear;
  const [only] = available.length === 1 ? available : [];
  const choices = [
    ...(near === undefined ? [] : [`[a] run the agent ${near}`]),
    ...(only === undefined ? [] : ['[p] send it as the prompt']),
    '[N] stop',
  ];
  io.tell(`There is no agent "${oneLine(doubt, 60)}". ${choices.join('  ')}: `);
  const line = await lineReader(io).next(new AbortController().signal);
  if (line === undefined) io.tell('\n');
  const answer = line?.trim().toLowerCase();
  if (answer === 'a' && near !== undefined) return { agent: near, prompt: undefined };
  if (answer === 'p' && only !== undefined) return { agent: only, prompt: doubt };
  throw unclear;
}
