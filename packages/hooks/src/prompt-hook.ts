import { defaultSeconds } from './default-seconds.js';
import { hookKind } from './entry.js';
import { notOk, questionFor, readVerdict, SYSTEM } from './verdict.js';

interface PromptFields {
  readonly prompt: string;
  readonly continueOnBlock?: boolean;
}

/** The small model answers whether all is well. An answer that cannot be read is a hook that failed. Source: HOOK-20. */
export const promptHook = hookKind<PromptFields>(
  {
    type: 'prompt',
    properties: {
      prompt: {
        type: 'string',
        minLength: 1,
        description: 'What the small model is asked. $ARGUMENTS is the event as JSON; without it, the event follows the prompt.',
      },
      continueOnBlock: {
        type: 'boolean',
        description: 'After a tool call: the reason goes to the model and the run goes on. Default: the run ends.',
      },
    },
    required: ['prompt'],
  },
  ({ prompt, continueOnBlock = false }, { event }) => ({
    name: `prompt ${prompt.split('\n', 1)[0]?.slice(0, 60)}`,
    external: true,
    timeoutSeconds: defaultSeconds('prompt', event),
    async run(input, _toolUseId, { signal, smallModel }) {
      if (smallModel === undefined) throw new Error('no small model is configured (smallModel: <model>)');
      const verdict = readVerdict(await smallModel.ask({ prompt: questionFor(prompt, input), system: SYSTEM, signal }));
      return verdict.ok ? undefined : notOk(verdict, { event, continueOnBlock });
    },
  }),
);
