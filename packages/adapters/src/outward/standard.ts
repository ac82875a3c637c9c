import type { ToolAnnotations } from '@loadout/core';
import type { HostResult } from '../calls/host-result.js';
import type { HostedCalls } from '../calls/hosted-calls.js';
import { type HostSchema, hostSchema, inputJson } from './host-schema.js';

/** A tool in no toolkit's shape. */
export interface StandardTool {
  readonly name: string;
  readonly description: string;
  /** Standard Schema with JSON Schema. */
  readonly inputSchema: HostSchema;
  /** A plain JSON Schema with the same content. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Required<ToolAnnotations>;
  /** Returns whether a person must be asked before `execute`. If so, the next `execute` with the same id and input is approved. */
  needsApproval(input: unknown, options?: { readonly id?: string | undefined }): Promise<boolean>;
  execute(
    input: unknown,
    options?: { readonly id?: string | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<HostResult>;
}

export const standardTools = (calls: HostedCalls): StandardTool[] =>
  calls.tools.map((tool) => ({
    name: tool.name,
    description: tool.api.description,
    inputSchema: hostSchema(tool),
    jsonSchema: inputJson(tool),
    annotations: tool.annotations,
    needsApproval: (input, { id } = {}) => calls.needsApproval({ id, name: tool.name, input }),
    execute: (input, { id, signal } = {}) => calls.call({ id, name: tool.name, input, signal }),
  }));
