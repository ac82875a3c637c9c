import { addEntry, removeEntry } from './edit-entries.js';

/** A plugin to mount, with the options of its entry. */
export interface NewPlugin {
  readonly mount: string;
  readonly use: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the text of a configuration with one more plugin. Throws CONFIG_NOT_EDITED. */
export function addPlugin(text: string, { mount, use, options = {} }: NewPlugin): string {
  const value = Object.keys(options).length === 0 ? use : { use, options };
  return addEntry(text, { section: 'plugins', key: mount, value });
}

/** Returns the text without the plugin, or `undefined` if no plugin is mounted under that name. */
export const removePlugin = (text: string, mount: string): string | undefined =>
  removeEntry(text, { section: 'plugins', key: mount });
