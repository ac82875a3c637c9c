import { isObject } from '@loadout/core';
import { hasHidden } from '../text/clean-text.js';
import { depthOf } from '../text/depth-of.js';

/** A checked tool of a server. Its schema is as the server sent it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Absent as well where it is too large or too deep to be checked against. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export type CheckedTool = { readonly tool: ListedTool } | { readonly name: string; readonly why: string };

const LONGEST_NAME = 128;
const LARGEST_SCHEMA = 64 * 1024;
const DEEPEST = 64;

/** Looks at one entry of `tools/list` alone, so that a bad one is left out and the others work. Source: MCP-12. */
export function checkTool(entry: unknown): CheckedTool {
  const fields = isObject(entry) ? entry : {};
  const { name, description = '', title, inputSchema, outputSchema, annotations, _meta } = fields;
  if (typeof name !== 'string' || name === '') return { name: '(no name)', why: 'it has no name' };
  const why =
    nameProblem(name) ??
    (typeof description === 'string' ? undefined : 'its description is not text') ??
    schemaProblem(inputSchema);
  if (why !== undefined) return { name: JSON.stringify(name.slice(0, LONGEST_NAME)).slice(1, -1), why };
  return {
    tool: {
      name,
      description: description as string,
      ...(typeof title === 'string' ? { title } : {}),
      inputSchema: inputSchema as Record<string, unknown>,
      ...(isObject(outputSchema) && contentProblem(outputSchema) === undefined ? { outputSchema } : {}),
      annotations: isObject(annotations) ? annotations : {},
      meta: isObject(_meta) ? _meta : {},
    },
  };
}

function nameProblem(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return `its name has ${name.length} characters; at most ${LONGEST_NAME} are taken`;
  return hasHidden(name) ? 'its name holds characters that cannot be seen' : undefined;
}

function schemaProblem(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'its inputSchema is not an object';
  if (schema.type !== undefined && schema.type !== 'object')
    return `its inputSchema has the type ${JSON.stringify(schema.type)?.slice(0, 100)}, and an input is an object`;
  if (schema.properties !== undefined && !isObject(schema.properties))
    return 'the properties of its inputSchema are not an object';
  return contentProblem(schema);
}

function contentProblem(schema: Record<string, unknown>): string | undefined {
  if (depthOf(schema, DEEPEST) > DEEPEST) return `its inputSchema is nested deeper than ${DEEPEST}`;
  const text = JSON.stringify(schema);
  if (text.length > LARGEST_SCHEMA) return `its inputSchema has ${text.length} characters; at most ${LARGEST_SCHEMA} are taken`;
  return hiddenIn(schema) ? 'its inputSchema holds characters that cannot be seen' : undefined;
}

function hiddenIn(value: unknown): boolean {
  if (typeof value === 'string') return hasHidden(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => hasHidden(key) || hiddenIn(child));
}
