import { randomUUID } from 'node:crypto';
import {
  type Block,
  type InputBounds,
  inputExcess,
  isText,
  isToolUse,
  type RequestedCall,
  type ToolUseBlock,
} from '@loadout/core';

interface Admission {
  /** The ids of all tool uses of the conversation and of the message so far. */
  readonly taken: { has(id: string): boolean };
  readonly bounds: InputBounds;
}

/** A block as the conversation stores it, and the call that a tool use requests. */
interface Admitted {
  readonly block: Block;
  readonly call?: RequestedCall | undefined;
}

/** The ids and names of tool uses that model providers accept. */
const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Makes a block of the model fit for every later request; returns `undefined` for an empty text. A tool use with a taken id, an
 * invalid name or an unbounded input would make a provider refuse the conversation for good. The block therefore gets a new id,
 * a valid name or an empty input. The call keeps the model's name and describes the problem of the input.
 */
export function admitBlock(
  { block, malformed }: { block: Block; malformed?: string | undefined },
  context: Admission,
): Admitted | undefined {
  if (isText(block)) return block.text.trim() === '' ? undefined : { block };
  if (!isToolUse(block)) return { block };
  const excess = malformed === undefined ? problemOf(block.input, context) : undefined;
  const admitted = { ...block, ...idFor(block, context), ...nameFor(block), ...(excess === undefined ? {} : { input: {} }) };
  const { id, input } = admitted;
  return { block: admitted, call: { id, name: String(block.name), input, malformed, excess } };
}

function problemOf(input: unknown, { bounds }: Admission): string | undefined {
  const isMap = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isMap ? inputExcess(input, bounds) : `it is ${JSON.stringify(input)?.slice(0, 200)}, and an input is a JSON object`;
}

const idFor = ({ id }: ToolUseBlock, { taken }: Admission): { readonly id: string } =>
  typeof id === 'string' && ID.test(id) && !taken.has(id) ? { id } : { id: `toolu_${randomUUID().replaceAll('-', '')}` };

const nameFor = ({ name }: ToolUseBlock): { readonly name: string } =>
  typeof name === 'string' && NAME.test(name)
    ? { name }
    : {
        name:
          String(name)
            .replace(/[^a-zA-Z0-9_-]/g, '_')
            .slice(0, 128) || 'unnamed',
      };
