import { ownServiceKeys } from '../run/own-services.js';
import type { AgentSpec } from './agent-spec.js';

/** Returns the services that the agent's tools need and neither its plugins nor the runner offer. Source: PLUG-02. */
export function unservedNeeds(spec: AgentSpec): readonly { readonly tool: string; readonly service: string }[] {
  const offered = new Set([...spec.services.map(({ service }) => service.key), ...ownServiceKeys(spec)]);
  return spec.pool.tools.flatMap(({ name, tool }) =>
    (tool.needs ?? []).filter(({ key }) => !offered.has(key)).map(({ key }) => ({ tool: name, service: key })),
  );
}
