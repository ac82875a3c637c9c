import { matchesCommand, unclearRun } from './command-pattern.js';
import type { DecidedCall, PermissionLayers } from './decide.js';

/**
 * Whether the sandbox keeps this whole call in, so that it needs no allow rule (SBX-01). Only our own tools are known to obey
 * it; one command that runs outside of it, or may, takes that from all of the call.
 */
export const passesInSandbox = (call: DecidedCall, layers: Pick<PermissionLayers, 'sandboxed'>): boolean =>
  layers.sandboxed?.autoAllow === true && staysInSandbox(call, layers);

/** Whether the system itself keeps the writes of this call in the working directories, wherever a link leads by then. */
export function staysInSandbox(call: DecidedCall, { sandboxed }: Pick<PermissionLayers, 'sandboxed'>): boolean {
  if (sandboxed === undefined || call.tool.origin?.kind !== 'base') return false;
  const runs = call.accesses.filter((access) => access.kind === 'run');
  if (runs.length === 0 || call.accesses.some((access) => access.kind === 'fetch')) return false;
  // A pattern is as wide as a deny rule of the same words: what may be meant is meant.
  const { excludedCommands } = sandboxed;
  return runs.every(
    (run) =>
      excludedCommands.length === 0 ||
      (unclearRun(run) === undefined &&
        !excludedCommands.some((pattern) => matchesCommand({ behavior: 'deny', specifier: pattern }, run))),
  );
}
