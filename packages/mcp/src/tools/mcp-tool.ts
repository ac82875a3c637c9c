import type { AnyTool, JsonSchema, Parsed, Schema, Tool, ToolAnnotations, ToolContext, ToolOutput } from '@loadout/core';
import { defined } from '@loadout/node';
import { cappedText, hasHidden } from '../text/clean-text.js';
import { wireName } from '../wire-names.js';
import type { ListedTool } from './check-tool.js';
import { fingerprint } from './fingerprint.js';
import { outputSchema } from './output-schema.js';
import { outwardParameters } from './outward-parameters.js';

/** Facts about a server's tool beside the tool itself. */
export interface McpToolSource {
  /** The key from the configuration. Core reads it from here: no name of a tool is taken apart. */
  readonly server: string;
  /** The server's own name for it, as it goes over the wire. */
  readonly tool: string;
  readonly title?: string | undefined;
  /** Never behind ToolSearch. */
  readonly alwaysLoad: boolean;
  /** True if the call needs a person, whatever the rules say. */
  readonly requiresUserInteraction: boolean;
  readonly fingerprint: string;
  /** Its description held characters that cannot be seen; they were taken out. */
  readonly wasCleaned: boolean;
}

export type McpTool = AnyTool & { readonly mcp: McpToolSource };

export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The server says that a call changes nothing; all that this decides is whether a lost call is sent a second time. */
  readonly readOnly: boolean;
  /** The fingerprint of the tool that the model called. */
  readonly fingerprint: string;
  /** Whether the call waited for a person's answer. */
  readonly asksPerson: boolean;
}

export interface ToolOwner {
  readonly server: string;
  /** As configured; `undefined`: nothing was said. */
  readonly alwaysLoad: boolean | undefined;
  call(call: ToolCall, context: ToolContext): Promise<ToolOutput>;
}

const DESCRIPTION_BYTES = 2_048;
/** 25,000 tokens, by the usual four characters. */
const RESULT_CHARS = 100_000;
const MOST_RESULT_CHARS = 500_000;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Builds a tool from a server's listing. Source: MCP-02, MCP-12, MCP-13. */
export function mcpTool(listed: ListedTool, owner: ToolOwner): McpTool {
  const readOnly = listed.annotations.readOnlyHint === true;
  const { json, inward } = outwardParameters(listed.inputSchema);
  const output = outputSchema(listed.outputSchema, listed.name);
  const seen = {
    fingerprint: fingerprint(listed),
    asksPerson: listed.meta['anthropic/requiresUserInteraction'] === true,
  };
  const tool: Tool<Record<string, unknown>> & { readonly mcp: McpToolSource } = {
    name: wireName({ server: owner.server, name: listed.name }),
    description: cappedText(listed.description, DESCRIPTION_BYTES),
    inputSchema: asSent(json),
    ...defined({ outputSchema: output }),
    annotations: hintsOf(listed.annotations),
    isConcurrencySafe: readOnly,
    requiresUserInteraction: seen.asksPerson,
    deferral: deferralOf(listed, owner),
    maxResultChars: resultChars(listed.meta['anthropic/maxResultSizeChars']),
    call: (input, context) => owner.call({ tool: listed.name, input: inward(input), readOnly, ...seen }, context),
    mcp: {
      server: owner.server,
      tool: listed.name,
      ...(listed.title === undefined ? {} : { title: cappedText(listed.title, 200) }),
      alwaysLoad: isLoaded(listed, owner),
      requiresUserInteraction: seen.asksPerson,
      fingerprint: seen.fingerprint,
      wasCleaned: hasHidden(listed.description),
    },
  };
  return Object.freeze(tool) as unknown as McpTool;
}

const isLoaded = ({ meta }: ListedTool, { alwaysLoad }: ToolOwner) => alwaysLoad ?? meta['anthropic/alwaysLoad'] === true;

/**
 * Decides whether a tool may be deferred. The configuration of a server overrides the server's own claim about the tool. Source:
 * POOL-12, MCP-13.
 */
function deferralOf(listed: ListedTool, owner: ToolOwner): 'never' | 'may' | 'always' {
  if (isLoaded(listed, owner)) return 'never';
  return owner.alwaysLoad === false ? 'always' : 'may';
}

/**
 * The schema goes to the model as the server sent it, but for names, and the input to the server as the model sent it. The server checks
 * it: a pattern of its making is not run here, and a default is its to fill in.
 */
function asSent(json: JsonSchema): Schema<Record<string, unknown>> {
  return { json, parse: anyObject };
}

function anyObject(value: unknown): Parsed<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { ok: true, value: value as Record<string, unknown> };
  return { ok: false, issues: [{ path: '', message: 'must be object' }] };
}

/** A hint that is not there stays so: that is not the same as `false`. Source: CON-31. */
function hintsOf(annotations: Readonly<Record<string, unknown>>): ToolAnnotations {
  return Object.fromEntries(
    HINTS.filter((hint) => typeof annotations[hint] === 'boolean').map((hint) => [hint, annotations[hint]]),
  );
}

const resultChars = (wanted: unknown) =>
  typeof wanted === 'number' && wanted > 0 ? Math.min(Math.floor(wanted), MOST_RESULT_CHARS) : RESULT_CHARS;
