/** The errors of plugins, and of the commands that write and add them. */
export const pluginErrors = {
  PLUGIN_FAULT: {
    message: (p: { place: string | undefined; message: string }) =>
      `Code ${p.place === undefined ? 'of a plugin' : `of ${p.place}`} failed outside of any call, in a timer, a listener or a promise that nobody awaits: ${p.message || 'there is no message'}`,
    fix: () => 'Continue the run with loadout resume latest. LOADOUT_DEBUG=1 prints the stack, for the author of the plugin.',
  },
  NPM_FAILED: {
    message: (p: { args: readonly string[]; problem: string }) => `npm ${p.args.join(' ')} failed: ${p.problem}.`,
    fix: () => "See npm's output above.",
  },
  ADD_MISSPELT: {
    message: (p: { problem: string }) => p.problem,
    fix: () => 'Correct the name. Nothing was installed, because whoever publishes a package under that name owns what it does.',
  },
  ADD_NO_PLUGIN: {
    message: (p: { use: string }) => `${p.use} is not a plugin: its package.json has no "loadout" field. Nothing was installed.`,
    fix: () => 'Use a package whose keywords contain loadout-plugin, or ask its author to build it with a manifest.',
  },
  ADD_OTHER_VERSION: {
    message: (p: { use: string; looked: string; installed: string | undefined }) =>
      `npm installed ${p.use} ${p.installed ?? 'without a manifest'}, but the version that was shown is ${p.looked}. The project is as it was.`,
    fix: () => 'Run the command again, to see and to install the same version.',
  },
  ADD_MOUNT_TAKEN: {
    message: (p: { mount: string; use: string }) => `The mount name ${p.mount} is taken by ${p.use}.`,
    fix: () => 'Choose another name with --as NAME.',
  },
  ADD_OPTION_FORM: {
    message: (p: { key: string }) => `--option ${p.key}… is not of the form KEY=VALUE.`,
    fix: () => "Write --option url=https://crm.example, or --option token='${env:CRM_TOKEN}'.",
  },
  ADD_OPTIONS: {
    message: (p: { use: string; problems: readonly string[]; rows: readonly string[]; command: string }) =>
      `${p.use} was not added: ${p.problems.join('; ')}.\n${p.rows.length === 0 ? 'It has no options.' : `Its options:\n${p.rows.map((row) => `  ${row}`).join('\n')}`}`,
    fix: (p: { command: string }) => p.command,
  },
  ADD_NOT_YAML: {
    message: (p: { file: string }) => `${p.file} is not YAML, so this command cannot change its plugins.`,
    fix: () => 'Install the package with npm, and change the file by hand.',
  },
  NEW_NAME: {
    message: (p: { name: string }) => `${JSON.stringify(p.name)} is not a valid plugin name.`,
    fix: () => 'Use lowercase letters, digits and single hyphens, such as crm or wiki-search.',
  },
  NEW_EXISTS: {
    message: (p: { file: string }) => `${p.file} already exists; nothing was written.`,
    fix: () => 'Choose another folder with --dir.',
  },
};
