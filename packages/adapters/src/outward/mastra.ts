import type { PoolTool } from '@loadout/core/run';
import type { HostResult } from '../calls/host-result.js';
import type { HostedCalls } from '../calls/hosted-calls.js';
import { loadPeer } from '../load-peer.js';
import { type AiSdkOutput, modelOutput } from './ai-sdk.js';
import { type HostSchema, hostSchema } from './host-schema.js';

/** A tool of Mastra, made by its `createTool`. */
export interface MastraTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: HostSchema;
  readonly requireApproval: (input: unknown) => Promise<boolean>;
  readonly execute: (input: unknown, context?: { readonly abortSignal?: AbortSignal }) => Promise<HostResult>;
  readonly toModelOutput: (output: unknown) => AiSdkOutput;
}

export type MastraTools = Record<string, MastraTool>;

type CreateTool = typeof import('@mastra/core/tools').createTool;

export async function mastraTools(calls: HostedCalls): Promise<MastraTools> {
  const { createTool } = await loadPeer(() => import('@mastra/core/tools'), { name: '@mastra/core', needs: 'mastra()' });
  return Object.fromEntries(calls.tools.map((tool) => [tool.name, mastraTool(tool, { calls, createTool })]));
}

function mastraTool(tool: PoolTool, { calls, createTool }: { calls: HostedCalls; createTool: CreateTool }): MastraTool {
  const { name } = tool;
  return createTool({
    id: name,
    description: tool.api.description,
    inputSchema: hostSchema(tool),
    // The question has no id of a call, so the call gives none to be matched with it.
    requireApproval: (input) => calls.needsApproval({ name, input }),
    execute: (input, { abortSignal } = {}) => calls.call({ name, input, signal: abortSignal }),
    toModelOutput: (output) => modelOutput(output as HostResult),
  });
}
