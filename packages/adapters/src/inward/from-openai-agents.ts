import { isObject, type Plugin, type SchemaSource } from '@loadout/core';
import { errors } from '../errors.js';
import { loadPeer } from '../load-peer.js';
import { foreignOutput } from './foreign-output.js';
import { type ForeignOptions, type ForeignTool, foreignPlugin } from './foreign-plugin.js';

/** The parts of a tool of the OpenAI Agents SDK that this package reads. */
export interface OpenAiAgentsToolLike {
  readonly type: string;
  readonly name: string;
  readonly description?: unknown;
  readonly parameters?: unknown;
  readonly invoke?: unknown;
  readonly needsApproval?: unknown;
}

type Invoke = (runContext: object, input: string, details: object) => Promise<unknown>;

const OF = 'openai-agents';

/** Makes a plugin of function tools of the OpenAI Agents SDK. Tools that OpenAI runs cannot run here. */
export const fromOpenAiAgentsTools = (tools: readonly OpenAiAgentsToolLike[], options: ForeignOptions = {}): Plugin =>
  foreignPlugin(OF, options, async () => {
    const { RunContext } = await loadPeer(() => import('@openai/agents-core'), {
      name: '@openai/agents-core',
      needs: 'fromOpenAiAgentsTools()',
    });
    return tools.map((tool) => read(tool, () => new RunContext()));
  });

function read(tool: OpenAiAgentsToolLike, runContext: () => object): ForeignTool {
  const { type, name, description, parameters, invoke, needsApproval } = tool;
  if (type !== 'function' || typeof invoke !== 'function' || !isObject(parameters))
    throw errors.ADAPTER_TOOL({ tool: name, of: OF, problem: `its type is ${type}, not function`, fix: 'Leave it out.' });
  return {
    name,
    description,
    inputSchema: parameters as SchemaSource,
    needsApproval,
    callApproval: (asks, input, { toolUseId }) => asks(runContext(), input, toolUseId),
    run: async (input, { toolUseId: callId, signal }) => {
      const written = JSON.stringify(input);
      const toolCall = { type: 'function_call', callId, name, arguments: written, status: 'completed' };
      const output = await (invoke as Invoke)(runContext(), written, { toolCall, signal });
      return foreignOutput(output, { isError: isDefaultError(output) });
    },
  };
}

/** The SDK turns a throw into a sentence, unless the tool has an `errorFunction` of its own. */
const isDefaultError = (output: unknown) =>
  typeof output === 'string' && output.startsWith('An error occurred while running the tool.');
