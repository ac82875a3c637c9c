import { isObject } from '@loadout/core';
import { type Block, MESSAGES_API, type ModelCapabilities, type ToolResultBlock } from '@loadout/core/model';
import { readableText, type Seen, type Tell } from './foreign-blocks.js';

interface Fitting {
  readonly api: string;
  readonly capabilities?: ModelCapabilities | undefined;
  readonly knowsReferences?: boolean | undefined;
  readonly tell: Tell;
}

/** A part of the content of a message or of a result. Results of foreign servers may hold anything. */
type Part = unknown;

/**
 * Returns the content of a user's message as the model can read it; the same array if all of it can. A picture or document that
 * the model cannot read becomes a sentence. If the model takes pictures but not inside of results, the pictures follow the
 * results. Contract: results come first and are never fewer, and the content is never empty.
 */
export function fittingBlocks(content: readonly Block[], target: Fitting): readonly Block[] {
  const moved: Block[] = [];
  const fitting = content.map((block) =>
    block.type === 'tool_result' ? fittingResult(block as ToolResultBlock, { ...target, moved }) : fittingPart(block, target),
  ) as readonly Block[];
  if (moved.length === 0) return fitting.every((block, index) => block === content[index]) ? content : fitting;
  const results = fitting.filter((block) => block.type === 'tool_result');
  return [...results, ...moved, ...fitting.filter((block) => block.type !== 'tool_result')];
}

function fittingResult(block: ToolResultBlock, target: Fitting & { readonly moved: Block[] }): ToolResultBlock {
  if (!Array.isArray(block.content)) return block;
  const content = block.content.map((part: Part) => {
    const fitting = fittingPart(part, target);
    const kind = seen(fitting);
    if (kind === undefined || target.capabilities?.resultImages !== false) return fitting;
    const name = `${kind} ${target.moved.length / 2 + 1}`;
    target.moved.push(text(`[The ${name} of the results:]`), fitting as Block);
    return text(`[The ${name} follows the results.]`);
  });
  return content.every((part, index) => part === block.content[index]) ? block : Object.freeze({ ...block, content });
}

function fittingPart(part: Part, { api, capabilities, knowsReferences, tell }: Fitting): Part {
  const kind = seen(part);
  if (kind !== undefined && isObject(part)) {
    const can = kind === 'picture' ? capabilities?.images : capabilities?.documents;
    if (can !== false && (api === MESSAGES_API || !isOfFiles(part))) return part;
    const readable = kind === 'document' ? readableText(part) : '';
    if (readable === '') tell(kind);
    return text(readable || `[A ${kind} was left out: this model cannot read it.]`);
  }
  if (api === MESSAGES_API || !isObject(part) || part.type === 'text' || part.type === 'tool_result') return part;
  if (part.type === 'tool_reference' && knowsReferences === true) return part;
  if (part.type === 'tool_reference') return text(`The tool ${String(part.tool_name)} is loaded.`);
  tell('other block');
  return text(readableText(part) || `[A block of the type ${String(part.type)} was left out: this model cannot read it.]`);
}

function seen(part: Part): Seen | undefined {
  if (!isObject(part)) return undefined;
  return part.type === 'image' ? 'picture' : part.type === 'document' ? 'document' : undefined;
}

/** Whether the data lies at a provider, under an id that only this provider knows. */
const isOfFiles = ({ source }: Readonly<Record<string, unknown>>): boolean => isObject(source) && source.type === 'file';

const text = (said: string): Block => Object.freeze({ type: 'text', text: said });
