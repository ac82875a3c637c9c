import { mayMatch } from '@loadout/command/runs';
import { type LoadedConfig, partsOff, readManifest } from '@loadout/config';

/** Keys of servers that are off until the configuration is trusted. */
export const serversOff = (loaded: Pick<LoadedConfig, 'trust'>): readonly string[] =>
  [...partsOff(loaded, 'mcpServers').keys()].sort();

/** A plugin, or a tool of the configuration itself, that is off until the configuration is trusted. */
export interface Waiting {
  readonly name: string;
  readonly message: string;
}

/** Returns what offers the tools of a name or a pattern, if it is off until the configuration is trusted. */
export type WaitingPlugin = (name: string) => Waiting | undefined;

export function waitingPlugins({ plan, trust }: Pick<LoadedConfig, 'plan' | 'trust'>): WaitingPlugin {
  const waiting = [...partsOff({ trust }, 'plugins')].map(([mount, entry]) => ({
    mount,
    names: declaredBy(entry, plan.configDir),
  }));
  const scripts = partsOff({ trust }, 'tools');
  return (name) => {
    if (scripts.has(name)) return { name, message: `The tool ${name} is disabled until you trust the configuration.` };
    const mount = waiting.find((one) => one.names.has(name) || mayMatch(name, `${one.mount}__`))?.mount;
    return mount === undefined ? undefined : { name: mount, message: untrustedPlugin(mount) };
  };
}

/** Returns the names in the manifest of a package. Nothing runs before trust, and a file has no manifest. */
function declaredBy(entry: unknown, dir: string): ReadonlySet<string> {
  const use = typeof entry === 'string' ? entry : (entry as { readonly use?: unknown } | null)?.use;
  const tools = typeof use === 'string' ? readManifest(use, dir)?.manifest?.tools : undefined;
  return new Set(tools?.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]));
}

const untrustedPlugin = (mount: string): string =>
  `The plugin ${mount} is disabled until you trust the configuration, so the names of its tools are not checked.`;
