import type { Told } from './scenario.js';

const OPENAI = {
  calls: 'A call in an answer is one that the client must run. Calls of the agent are progress, in words.',
  subagent: 'A call in an answer is one that the client must run.',
  cancel: 'A client cancels by going away, and hears no end.',
};

/** A row for each thing that a protocol has no words for, with the reason. The test reads it, so a row that is not true fails. */
export const CANNOT_SAY: Readonly<Record<string, Readonly<Partial<Record<keyof Told, string>>>>> = {
  'Chat Completions': OPENAI,
  Responses: OPENAI,
  'AG-UI': { cancel: 'A client cancels by going away, and hears no end.' },
  A2A: {
    calls: 'An agent is closed to other agents: they see its answers, and not its work.',
    subagent: 'An agent is closed to other agents.',
  },
  Engine: {
    subagent: 'The record of a session has the call that starts an agent. What that agent calls is in a record of its own.',
  },
  MCP: {
    calls: 'The client makes the calls. A result says that it is an error, and not whether it was denied.',
    approval: 'A served tool asks nobody: a call that needs an approval is denied with the rule that would allow it.',
    question: 'A served tool asks nobody: the model decides, and says so.',
    subagent: 'A result is the last message of the agent, without its calls.',
    cost: 'A result has no cost.',
    answer: 'The client is the model, and has the answer itself.',
    limit: 'The turns are those of the client.',
    resumed: 'A session is that of a connection.',
  },
};
