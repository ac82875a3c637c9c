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

export interface Admission {
  /** The ids of all tool uses that the conversation holds, and of those that this message brought so far. */
  readonly taken: { has(id: string): boolean };
  readonly bounds: InputBounds;
}

/** A block as the conversation holds it, and the call that a tool use asks for. */
export interface Admitted {
  readonly block: Block;
  readonly call?: RequestedCall | undefined;
}

/** Ids and names of tool uses as model providers take them back. */
const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Makes a block of the model one that every later request may hold; `undefined` for a text of nothing. A provider that is sent
 * a tool use with an id that is taken, a name that it does not take, or an input without bound refuses the conversation for
 * good; so the block gets a new id, a name that can be sent, or an empty input, and the call keeps what the model wrote and
 * says what is wrong with it.
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
