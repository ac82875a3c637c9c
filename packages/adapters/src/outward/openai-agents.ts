import type { PoolTool } from '@loadout/core/run';
import { type HostResult, isPlainText, partsOf, type ResultPart } from '../calls/host-result.js';
import type { HostedCalls } from '../calls/hosted-calls.js';
import { inputJson } from './host-schema.js';

/**
 * A `FunctionTool` of the OpenAI Agents SDK. It is written out rather than made by `tool()`, so that input which is not JSON
 * reaches the pipeline, whose answer tells the model what is wrong.
 */
export interface OpenAiAgentsTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: OpenAiParameters;
  /** Off: strict mode takes no optional parameter. */
  readonly strict: false;
  readonly invoke: (runContext: unknown, input: string, details?: OpenAiCallDetails) => Promise<string | OpenAiPart[]>;
  readonly needsApproval: (runContext: unknown, input: unknown, callId?: string) => Promise<boolean>;
  readonly isEnabled: () => Promise<boolean>;
}

/** A JSON Schema in the SDK's type for tools without strict mode. A tool that takes no other properties says so nevertheless. */
interface OpenAiParameters {
  type: 'object';
  properties: Record<string, unknown>;
  required: string[];
  additionalProperties: true;
}

interface OpenAiCallDetails {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

type OpenAiPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: { readonly data: string; readonly mediaType: string } }
  | { readonly type: 'file'; readonly file: { readonly data: string; readonly mediaType: string; readonly filename: string } };

export const openaiAgentsTools = (calls: HostedCalls): OpenAiAgentsTool[] =>
  calls.tools.map((tool) => openaiAgentsTool(tool, calls));

function openaiAgentsTool(tool: PoolTool, calls: HostedCalls): OpenAiAgentsTool {
  const { name } = tool;
  const { required = [], ...json } = inputJson(tool);
  return {
    type: 'function',
    name,
    description: tool.api.description,
    parameters: { additionalProperties: true, ...json, required } as OpenAiParameters,
    strict: false,
    needsApproval: (_, input, id) => calls.needsApproval({ id, name, input: parsed(input) }),
    invoke: async (runContext, input, { toolCall, signal } = {}) => {
      const id = toolCall?.callId;
      const approved = isApproved(runContext, { toolName: name, callId: id });
      return outputOf(await calls.call({ id, name, input: parsed(input), signal, approved }));
    },
    isEnabled: async () => true,
  };
}

/** Reads the approvals that the run holds. After `alwaysApprove`, the SDK runs the tool's later calls without asking again. */
function isApproved(runContext: unknown, call: { readonly toolName: string; readonly callId: string | undefined }): boolean {
  const { isToolApproved } = (runContext ?? {}) as { isToolApproved?: (of: typeof call) => boolean | undefined };
  return call.callId !== undefined && isToolApproved?.call(runContext, call) === true;
}

/** Text that is not JSON stays text, which no schema of a tool accepts. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return input.trim() === '' ? {} : JSON.parse(input);
  } catch {
    return input;
  }
}

const outputOf = (result: HostResult) => (isPlainText(result) ? result.text : partsOf(result.content).map(openAiPart));

function openAiPart(part: ResultPart): OpenAiPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const file = { data: part.data, mediaType: part.mimeType };
  return part.type === 'image' ? { type: 'image', image: file } : { type: 'file', file: { ...file, filename: 'document.pdf' } };
}
