import { defaultSeconds } from './default-seconds.js';
import { hookKind } from './entry.js';
import { notOk, questionFor, readVerdict, SYSTEM } from './verdict.js';

interface AgentFields {
  readonly prompt: string;
  readonly model?: string;
  readonly continueOnBlock?: boolean;
}

/** An agent that may look around answers whether all is well: it searches and reads, and changes nothing. Source: HOOK-20. */
export const agentHook = hookKind<AgentFields>(
  {
    type: 'agent',
    properties: {
      prompt: {
        type: 'string',
        minLength: 1,
        description: 'What the agent is asked. $ARGUMENTS is the event as JSON; without it, the event follows the prompt.',
      },
      model: { type: 'string', minLength: 1, description: "A model alias, or provider/id. Default: the run's own." },
      continueOnBlock: {
        type: 'boolean',
        description: 'After a tool call: the reason goes to the model and the run goes on. Default: the run ends.',
      },
    },
    required: ['prompt'],
  },
  ({ prompt, model, continueOnBlock = false }, { event }) => ({
    name: `agent ${prompt.split('\n', 1)[0]?.slice(0, 60)}`,
    external: true,
    timeoutSeconds: defaultSeconds('agent', event),
    async run(input, _toolUseId, { signal, askAgent }) {
      if (askAgent === undefined) throw new Error('no agent can be started here');
      const verdict = readVerdict(await askAgent({ prompt: questionFor(prompt, input), system: SYSTEM, model, signal }));
      return verdict.ok ? undefined : notOk(verdict, { event, continueOnBlock });
    },
  }),
);
