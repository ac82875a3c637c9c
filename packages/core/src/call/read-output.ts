import type { ToolOutput } from '../contract/tool-result.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';
import { isContentBlock } from './result.js';
import type { RawOutput } from './states.js';

/**
 * Reads the output of a tool, which may have no types. No value is an empty result. An object without content, a block of an
 * unknown type: TOOL_OUTPUT_UNREADABLE.
 */
export function readOutput(output: ToolOutput | undefined | null, name: string): RawOutput {
  if (output === undefined || output === null) return { typedContent: [], isError: false };
  if (typeof output === 'string') return { typedContent: [{ type: 'text', text: output }], isError: false };
  const {
    isError,
    is_error,
    content: given,
    structuredContent: structured,
    data,
  } = output as Exclude<ToolOutput, string> & Other;
  const structuredContent = plain(structured ?? data, name);
  const content = plain(given, name) ?? textOf(structuredContent);
  if (typeof content !== 'string' && !Array.isArray(content))
    throw unreadable(name, `it is ${shown(output)}, neither a text nor an object with content.`);
  const odd = typeof content === 'string' ? undefined : content.find((block) => !isContentBlock(block));
  if (odd !== undefined)
    throw unreadable(name, `it holds a content block that is not text, image, resource or resource_link: ${shown(odd)}`);
  return {
    typedContent: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    isError: isError === true || is_error === true,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

/** The fields by which tools of other systems say the same (CON-29, G5). */
interface Other {
  readonly data?: unknown;
  readonly is_error?: boolean;
}

/** A copy with what JSON carries: a session stores every result, and no getter of the tool may answer otherwise then. */
function plain<T>(value: T, name: string): T {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? (String(value) as T) : value;
  try {
    return JSON.parse(JSON.stringify(value)) as T;
  } catch (error) {
    throw unreadable(name, `JSON does not carry it: ${messageOf(error).split('\n', 1)[0]}.`);
  }
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data));
const shown = (value: unknown) => (JSON.stringify(value) ?? typeof value).slice(0, 200);
const unreadable = (name: string, details: string) => errors.TOOL_OUTPUT_UNREADABLE({ name, details });
