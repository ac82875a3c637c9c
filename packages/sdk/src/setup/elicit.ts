import type { AgentOptions } from '@loadout/runner';
import type { Options } from '../types/options.js';

type Elicitor = NonNullable<AgentOptions['elicit']>;

/** Passes the questions of MCP servers to the program's callback. */
export const elicitorOf =
  (onElicitation: NonNullable<Options['onElicitation']>): Elicitor =>
  async ({ source, message, mode, schema, url }, { signal }) => {
    const answer = await onElicitation(
      { serverName: source, message, mode, ...(schema === undefined ? { url } : { requestedSchema: schema }) },
      { signal },
    );
    return { action: answer.action, content: answer.content as never };
  };
