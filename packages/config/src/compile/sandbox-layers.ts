import type { Flat } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import type { SandboxDetails, SandboxDocument } from '../schema/sandbox.js';
import type { CompileInput } from './compile-context.js';

/** The sandbox settings that one source has for an agent, and their place. */
export interface SandboxLayer {
  readonly details: SandboxDetails;
  readonly flat: Flat;
  readonly path: Path;
}

/** The sandbox layers from the highest authority down to the agent itself. Each may only be stricter than those before it. */
export function sandboxLayers(
  agent: string | undefined,
  { document, flat, settings }: Pick<CompileInput, 'document' | 'flat' | 'settings'>,
): readonly SandboxLayer[] {
  const own = agent === undefined ? undefined : document.agents?.[agent]?.sandbox;
  return [
    ...settings.map((one) => ({ value: one.document.sandbox, flat: one.flat, path: ['sandbox'] })),
    { value: document.sandbox, flat, path: ['sandbox'] },
    { value: own, flat, path: ['agents', agent ?? '', 'sandbox'] },
  ].flatMap(({ value, ...where }) => (value === undefined ? [] : [{ details: detailsOf(value), ...where }]));
}

const detailsOf = (value: SandboxDocument): SandboxDetails => (typeof value === 'string' ? { use: value } : value);
