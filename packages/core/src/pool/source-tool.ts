import type { AnyTool, Tool } from '../contract/tool.js';
import type { ContentBlock, ToolOutput } from '../contract/tool-result.js';
import { errors } from '../errors.js';
import { ignoredMember, type SourceBlock, type SourceMembers } from '../names/source-members.js';

type Given = Tool<unknown> & SourceMembers<unknown>;

/**
 * Returns a tool with the members of other systems' tools under the names of Loadout. A tool without such members is returned as
 * it is. Throws TOOL_MEMBER_IGNORED for a member that nothing would read. Source: G5.
 */
export function ownTool(tool: AnyTool, from: string): Tool<unknown> {
  // Only the pool widens the input type of a tool. The pipeline calls the tool only with input that its schema returned.
  const given = tool as unknown as Given;
  const ignored = ignoredMember(given);
  if (ignored !== undefined) throw errors.TOOL_MEMBER_IGNORED({ name: given.name, from, ...ignored });
  const instead = { member: 'call, a function,', instead: 'Write call(input, context)' };
  if (typeof given.call !== 'function') throw errors.TOOL_MEMBER_IGNORED({ name: given.name, from, ...instead });
  const { maxResultChars = given.maxResultSizeChars, inputSchema = given.inputJSONSchema } = given;
  const changes = {
    ...(maxResultChars === given.maxResultChars ? {} : { maxResultChars }),
    ...(inputSchema === given.inputSchema ? {} : { inputSchema }),
    ...(given.deferral === undefined ? deferralOf(given) : {}),
    ...answered(given, 'interruptBehavior'),
    ...answered(given, 'requiresUserInteraction'),
    ...(given.mapToolResultToToolResultBlockParam === undefined ? {} : { call: mappedCall(given) }),
  };
  return Object.keys(changes).length === 0 ? given : Object.assign(Object.create(given) as Given, changes);
}

function deferralOf({ alwaysLoad, shouldDefer }: Given): Pick<Given, 'deferral'> {
  if (alwaysLoad === true) return { deferral: 'never' };
  return shouldDefer === true ? { deferral: 'may' } : {};
}

/** A property that other systems have as a method. */
function answered(given: Given, name: 'interruptBehavior' | 'requiresUserInteraction'): Partial<Given> {
  const value: unknown = given[name];
  return typeof value === 'function' ? { [name]: (value as () => unknown).call(given) } : {};
}

const mappedCall = (given: Given): Given['call'] =>
  async function mapped(input, context) {
    const output = (await given.call(input, context)) as ToolOutput | { readonly data: unknown };
    if (typeof output !== 'object' || !('data' in output)) return output;
    const block = given.mapToolResultToToolResultBlockParam?.(output.data, context.toolUseId) ?? {};
    return { content: contentOf(block), isError: block.is_error === true, structuredContent: output.data };
  };

/** Pictures and PDFs of the Messages API, in the shapes of MCP. Other blocks stay, and are refused by name where they are unknown. */
function contentOf({ content = '' }: SourceBlock): string | readonly ContentBlock[] {
  return typeof content === 'string' ? content : content.map((block) => toContentBlock(block as ApiBlock));
}

interface ApiBlock {
  readonly type?: string;
  readonly source?: { readonly type?: string; readonly media_type?: string; readonly data?: string };
}

function toContentBlock(block: ApiBlock): ContentBlock {
  const { type, source } = block;
  if (source?.type !== 'base64' || source.data === undefined) return block as ContentBlock;
  const { media_type: mimeType = '', data } = source;
  if (type === 'image') return { type, data, mimeType };
  return { type: 'resource', resource: { uri: 'result:document', mimeType, blob: data } };
}

/** The options of the Messages API that a tool sets, unchanged. Source: DEF-23. */
export function apiOptions(tool: SourceMembers): object {
  const { strict, input_examples, eager_input_streaming, allowed_callers } = tool;
  const options = { strict, input_examples, eager_input_streaming, allowed_callers };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
