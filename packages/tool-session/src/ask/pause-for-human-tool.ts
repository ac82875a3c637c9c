import { type AnyTool, defineTool, type ToolContext, type UserQuestion, UserQuestions } from '@loadout/core';
import { errors } from '../errors.js';
import type { SessionOptions } from '../options.js';

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

const inputSchema = {
  type: 'object',
  properties: { reason: { type: 'string', minLength: 1, description: 'What the person should do or check' } },
  required: ['reason'],
  additionalProperties: false,
} as const;

const RESUME = 'Continue';
const ABORT = 'Abort';

export function pauseForHumanTool({ pauseTimeout: seconds = 300 }: SessionOptions): AnyTool {
  return defineTool({
    name: 'PauseForHuman',
    forParentOnly: true,
    aliases: ['pause_for_human'],
    description: `Waits until a person says to continue, at most ${seconds} seconds: for steps that only a person can take, such as logging in or checking something. Returns the words of the person.`,
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    call: ({ reason }, context) => pause(reason, { context, seconds }),
  });
}

async function pause(reason: string, { context, seconds }: { context: ToolContext; seconds: number }) {
  const person = context.find(UserQuestions);
  if (person === undefined)
    return {
      content: 'No user is available, so nothing was waited for. Leave what needs a person undone, and say so.',
      structuredContent: { status: 'unavailable' },
    };
  const answer = await answerInTime(person, { reason, context, seconds });
  if (answer === undefined || answer === ABORT) throw errors.PAUSE_ABORTED({ reason });
  const said = answer === RESUME ? undefined : answer;
  return {
    content: said === undefined ? 'Resumed: the person says to go on.' : `Resumed. The person says: ${said}`,
    structuredContent: { status: 'resumed', ...(said === undefined ? {} : { context: said }) },
  };
}

/** `undefined`: the person declined, or said nothing. A host that does not heed the signal is waited for no longer. */
async function answerInTime(
  person: UserQuestions,
  { reason, context, seconds }: { reason: string; context: ToolContext; seconds: number },
): Promise<string | undefined> {
  const late = new AbortController();
  const signal = AbortSignal.any([context.signal, late.signal]);
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(errors.PAUSE_TIMED_OUT({ seconds }));
        late.abort();
      },
      Math.min(seconds * 1000, LONGEST_MS),
    );
  });
  try {
    const question = questionFor(reason);
    const answers = await Promise.race([person.ask([question], { toolUseId: context.toolUseId, signal }), timedOut]);
    if (answers?.declined === true) throw errors.PAUSE_ABORTED({ reason, words: String(answers.words) });
    return (answers as Readonly<Record<string, string>> | undefined)?.[question.question];
  } finally {
    clearTimeout(timer);
  }
}

const questionFor = (reason: string): UserQuestion => ({
  question: reason,
  header: 'Paused',
  options: [
    { label: RESUME, description: 'It is done; go on' },
    { label: ABORT, description: 'Do not go on' },
  ],
  multiSelect: false,
});
