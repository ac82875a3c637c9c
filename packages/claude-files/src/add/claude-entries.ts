import { isObject } from '@loadout/core';
import type { ConfigText } from '@loadout/core/commands';

type Entries = Readonly<Record<string, unknown>>;

/** The entries of a configuration that mount plugins of Claude Code, as they are written. */
export interface ClaudeEntries {
  /** The sections that decide what becomes of a plugin. */
  readonly sections: { readonly marketplaces: Entries; readonly plugins: Entries; readonly models: Entries };
  /** The mounts of plugins of Claude Code. */
  readonly mounts: Readonly<Record<string, ClaudeMount>>;
}

export interface ClaudeMount {
  readonly claude: string;
  readonly sha?: string | undefined;
  readonly options?: Entries | undefined;
}

/** Reads the entries of the file alone, since a plugin that is not on this machine keeps a configuration from loading. */
export async function claudeEntries(config: ConfigText): Promise<ClaudeEntries> {
  const plugins = await config.entries('plugins');
  const mounts = Object.entries(plugins).filter(([, entry]) => isObject(entry) && typeof entry.claude === 'string');
  return {
    sections: { plugins, marketplaces: await config.entries('marketplaces'), models: await config.entries('models') },
    mounts: Object.fromEntries(mounts) as unknown as ClaudeEntries['mounts'],
  };
}
