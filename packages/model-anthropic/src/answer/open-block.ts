import type { Block } from '@loadout/core/model';
import { inputObject } from '@loadout/model-apis';

/** A block while it streams. */
export interface OpenBlock {
  readonly fields: Record<string, unknown>;
  /** Input JSON so far. */
  json: string;
}

export interface Delta {
  readonly type: string;
  readonly [field: string]: unknown;
}

export function openBlock(start: object): OpenBlock {
  const fields: Record<string, unknown> = { ...start };
  if (Array.isArray(fields.citations)) fields.citations = [...fields.citations];
  return { fields, json: '' };
}

/** Adds a delta that is neither plain text nor input. An unknown delta is added according to the shape of its fields. */
export function addDelta(open: OpenBlock, delta: Delta): void {
  const { fields } = open;
  if (delta.type === 'signature_delta') fields.signature = delta.signature;
  else if (delta.type === 'citations_delta') {
    if (!Array.isArray(fields.citations)) fields.citations = [];
    (fields.citations as unknown[]).push(delta.citation);
  } else for (const [key, value] of Object.entries(delta)) if (key !== 'type') fields[key] = joined(fields[key], value);
}

function joined(old: unknown, value: unknown): unknown {
  if (typeof old === 'string' && typeof value === 'string') return old + value;
  return Array.isArray(old) && Array.isArray(value) ? [...old, ...value] : value;
}

/**
 * Returns the complete block. Input is parsed here, once and strictly; text that is not a JSON object becomes `malformed`.
 * Returns `undefined` for an empty text, which the API would not accept back.
 */
export function closeBlock({ fields, json }: OpenBlock): { block: Block; malformed?: string } | undefined {
  if (fields.type === 'text') {
    if (fields.text === '') return undefined;
    if (fields.citations === null) delete fields.citations;
  }
  if (json === '' && !('input' in fields)) return { block: fields as unknown as Block };
  const input = json === '' ? (fields.input ?? {}) : inputObject(json);
  if (input === undefined) return { block: { ...fields, input: {} } as unknown as Block, malformed: json };
  return { block: { ...fields, input } as unknown as Block };
}
