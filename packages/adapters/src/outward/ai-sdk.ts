import type { PoolTool } from '@loadout/core/run';
import { type HostResult, isPlainText, partsOf, type ResultPart } from '../calls/host-result.js';
import type { HostedCalls } from '../calls/hosted-calls.js';
import { type HostSchema, hostSchema, inputJson } from './host-schema.js';

/** A tool of the AI SDK: the result of its `dynamicTool`, which only types what it is given. */
export interface AiSdkTool {
  readonly type: 'dynamic';
  readonly description: string;
  readonly inputSchema: HostSchema;
  readonly needsApproval: (input: unknown, options: { readonly toolCallId: string }) => Promise<boolean>;
  readonly execute: (
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<HostResult>;
  readonly toModelOutput: (options: { readonly output: unknown }) => AiSdkOutput;
}

export type AiSdkTools = Record<string, AiSdkTool>;

export type AiSdkOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'content'; readonly value: AiSdkPart[] };

type AiSdkPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image-data' | 'file-data'; readonly data: string; readonly mediaType: string };

export const aiSdkTools = (calls: HostedCalls): AiSdkTools =>
  Object.fromEntries(calls.tools.map((tool) => [tool.name, aiSdkTool(tool, calls)]));

function aiSdkTool(tool: PoolTool, calls: HostedCalls): AiSdkTool {
  const { name } = tool;
  return {
    type: 'dynamic',
    description: tool.api.description,
    inputSchema: aiSdkSchema(tool),
    needsApproval: (input, { toolCallId }) => calls.needsApproval({ id: toolCallId, name, input }),
    execute: (input, { toolCallId, abortSignal }) => calls.call({ id: toolCallId, name, input, signal: abortSignal }),
    toModelOutput: ({ output }) => modelOutput(output as HostResult),
  };
}

/**
 * The form of the AI SDK's own `jsonSchema()`, which leaves the schema as it is. The AI SDK would close every object of a
 * Standard Schema to further properties.
 */
const aiSdkSchema = (tool: PoolTool): HostSchema =>
  Object.assign(hostSchema(tool), {
    [Symbol.for('vercel.ai.schema')]: true,
    jsonSchema: inputJson(tool),
    validate: undefined,
  });

/** Returns what the model sees of a result. A result with pictures is a list of parts. */
export function modelOutput(result: HostResult): AiSdkOutput {
  if (result.isError) return { type: 'error-text', value: result.text };
  if (isPlainText(result)) return { type: 'text', value: result.text };
  return { type: 'content', value: partsOf(result.content).map(aiSdkPart) };
}

const aiSdkPart = (part: ResultPart): AiSdkPart =>
  part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: `${part.type}-data`, data: part.data, mediaType: part.mimeType };
