/** See `edit-plugins.ts`; the parser is loaded when it is first called. */
export async function addPlugin(text: string, plugin: { readonly mount: string; readonly use: string }): Promise<string> {
  return (await import('./edit-plugins.js')).addPlugin(text, plugin);
}

/** The text without the plugin of that mount; `undefined` when there is none. */
export async function removePlugin(text: string, mount: string): Promise<string | undefined> {
  return (await import('./edit-plugins.js')).removePlugin(text, mount);
}
