import { existsSync } from 'node:fs';
import type { Hook, HookEvent, HookSet, OpenToolSource, PluginParts, ToolSource } from '@loadout/core';
import type { FirstUse } from './first-use.js';
import { lazyTool } from './lazy-tool.js';
import type { PluginListing } from './listing.js';

/** Builds the parts of a listed plugin without loading the plugin. `stateDir` is the plugin's own. Source: PERF-04. */
export function lazyParts(
  listing: PluginListing,
  { plugin, stateDir }: { readonly plugin: FirstUse; readonly stateDir: string },
): PluginParts {
  return {
    tools: listing.tools.map((tool) => lazyTool(tool, () => plugin.tool(tool.name))),
    hooks: lazyHooks(listing, plugin),
    services: listing.services.map(({ key, ...rest }) => ({
      ...rest,
      service: { key },
      create: (session) => plugin.offer(key).create(session),
      dispose: (value) => plugin.offer(key).dispose?.(value),
    })),
    ...(listing.toolSource === undefined ? {} : { toolSource: lazySource(plugin, stateDir) }),
    dispose: () => plugin.dispose(),
  };
}

function lazyHooks({ hooks }: PluginListing, plugin: FirstUse): HookSet {
  const sets = Object.entries(hooks).map(([event, listed]) => [
    event,
    listed.map((hook, index) => ({
      ...hook,
      run: (...call: Parameters<Hook['run']>) =>
        hook.afterUse === true && !plugin.isLoaded ? undefined : plugin.hook(event as HookEvent, index)(...call),
    })),
  ]);
  return Object.fromEntries(sets) as HookSet;
}

const lazySource = (plugin: FirstUse, stateDir: string): ToolSource => ({
  open: (session) => (existsSync(stateDir) ? plugin.source().open(session) : NOTHING_KEPT),
});

const NOTHING_KEPT: OpenToolSource = {
  ready: async () => {},
  tools: () => [],
  onChange: () => {},
  close: async () => {},
};
