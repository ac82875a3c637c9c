import type { SandboxPlan } from '@loadout/core/run';
import type { Flat } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import type { SandboxDetails, SandboxDocument } from '../schema/sandbox.js';
import { type CompileInput, pathFrom, positionOf } from './compile-context.js';

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

/**
 * Compiles the sandbox of one agent. Deny lists of all layers add up; every other value comes from the layer nearest to the
 * agent.
 */
export function compileSandbox(agent: string, input: CompileInput): SandboxPlan | undefined {
  const layers = sandboxLayers(agent, input);
  const nearest = layers.at(-1);
  const last = <T>(pick: (layer: SandboxLayer) => T | undefined): T | undefined =>
    layers.map(pick).findLast((value) => value !== undefined);
  if (nearest === undefined || (last((layer) => layer.details.use) ?? 'bubblewrap') === 'off') return undefined;
  const paths = (layer: SandboxLayer, at: readonly [string, string], list: readonly string[] | undefined) =>
    list?.map((path, index) => pathFrom(path, { ...input, flat: layer.flat, path: [...layer.path, ...at, index] }));
  const added = <T>(pick: (layer: SandboxLayer) => readonly T[] | undefined) => [
    ...new Set(layers.flatMap((layer) => pick(layer) ?? [])),
  ];
  const file = (key: 'allowWrite' | 'denyWrite' | 'denyRead') => (layer: SandboxLayer) =>
    paths(layer, ['filesystem', key], layer.details.filesystem?.[key]);
  const sockets = (layer: SandboxLayer) => paths(layer, ['network', 'allowUnixSockets'], layer.details.network?.allowUnixSockets);
  return {
    use: 'bubblewrap',
    required: last((layer) => layer.details.required) ?? true,
    autoAllow: last((layer) => layer.details.autoAllow) ?? false,
    excludedCommands: last((layer) => layer.details.excludedCommands) ?? [],
    filesystem: {
      allowWrite: last(file('allowWrite')) ?? [],
      denyWrite: added(file('denyWrite')),
      denyRead: added(file('denyRead')),
    },
    network: {
      allowedDomains: last((layer) => layer.details.network?.allowedDomains) ?? [],
      deniedDomains: added((layer) => layer.details.network?.deniedDomains),
      allowLocalBinding: last((layer) => layer.details.network?.allowLocalBinding) ?? false,
      allowUnixSockets: last(sockets) ?? [],
    },
    position: positionOf(nearest.flat, nearest.path),
  };
}
