import { defineErrors } from '@loadout/core';

/** The errors of commands, of fetching plugins, and of what files of other programs have and a configuration has not. */
export const table = {
  CONFIG_COMPAT_LOST: {
    message: (p: { file: string; key: string; problem: string }) => `${p.file}: ${p.key} is ignored: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  CONFIG_COMPAT_READ: {
    message: (p: { file: string; key: string; found: string; as: string }) =>
      `${p.file}: ${p.key} is ${p.found} and is read as ${p.as}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  CONFIG_COMPAT_GUARD: {
    message: (p: { file: string; key: string; problem: string; restrictsNothing?: boolean | undefined }) =>
      `${p.file}: ${p.key} cannot be read: ${p.problem}.${p.restrictsNothing === true ? '' : ' It restricts what may happen, so it is not left out.'}`,
    fix: () => 'Correct this part or remove it.',
  },
  CONFIG_CLAUDE_PLUGIN: {
    message: (p: { path: string; problem: string }) => `The plugin in ${p.path} is left out: ${p.problem.replace(/\.$/, '')}.`,
    fix: () => 'Correct the plugin. The other plugins are still used.',
  },
  PLUGIN_ADDRESS: {
    message: (p: { url: string }) => `Plugins are not fetched from ${JSON.stringify(p.url)}.`,
    fix: () =>
      'Use an https or ssh address of a git repository. A file:/// address works for a marketplace that you name yourself.',
  },
  PLUGIN_GIT: {
    message: (p: { command: string; from?: string | undefined; problem: string }) =>
      `git ${p.command}${p.from === undefined ? '' : ` from ${p.from}`} failed: ${p.problem}.`,
    fix: () => 'Check the address and your access. git asks for no password here; use an ssh key for a private repository.',
  },
  PLUGIN_REF: {
    message: (p: { url: string; ref: string }) => `${p.url} has no branch or tag ${JSON.stringify(p.ref)}.`,
    fix: () => 'Check the entry of the marketplace.',
  },
  PLUGIN_COMMIT: {
    message: (p: { sha: string }) => `${JSON.stringify(p.sha)} is not a commit of 40 hexadecimal digits.`,
    fix: () => 'Check the entry of the marketplace.',
  },
  PLUGIN_ARCHIVE: {
    message: (p: { source: string; problem: string }) => `The plugin cannot be installed from ${p.source}: ${p.problem}.`,
    fix: () => 'Check the entry of the marketplace. If the source changed its files, tell the author of the plugin.',
  },
  PLUGIN_TREE: {
    message: (p: { sha: string; problem: string }) => `The commit ${p.sha} cannot be used: ${p.problem}.`,
    fix: () => 'Tell the author of the plugin.',
  },
  PLUGIN_UNKNOWN: {
    message: (p: { written: string; problem: string; isUpdate?: boolean | undefined }) =>
      `The plugin ${p.written} cannot be ${p.isUpdate === true ? 'updated' : 'added'}: ${p.problem}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  PLUGIN_MOUNT_NAME: {
    message: (p: { mount: string }) => `${JSON.stringify(p.mount)} is not a name for a plugin. Nothing was added.`,
    fix: (p: { rule: string }) => `Choose a name with --as NAME: ${p.rule}.`,
  },
  PLUGIN_MOUNT_TAKEN: {
    message: (p: { mount: string; use: string }) => `The mount name ${p.mount} is taken by ${p.use}.`,
    fix: () => 'Choose another name with --as NAME.',
  },
  UPDATE_UNKNOWN: {
    message: (p: { name: string; nearest?: string | undefined }) =>
      `No plugin of Claude Code is mounted as ${JSON.stringify(p.name)}.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
    fix: () => 'Name a mount of plugins with claude: …. A package is updated with npm, and then with loadout lock.',
  },
  SKILL_NONE: {
    message: (p: { folders: readonly string[] }) =>
      `No skill in ${p.folders.join(', ')}: neither a SKILL.md, nor a folder with one.`,
    fix: () => 'Name the folder of a skill, or a folder of skills.',
  },
  PLUGIN_NONE: {
    message: (p: { folder: string }) => `The folder ${p.folder} has no plugin of Claude Code.`,
    fix: () =>
      'Name the folder with .claude-plugin/plugin.json, skills, commands, agents or hooks in it, or the folder of a marketplace, with .claude-plugin/marketplace.json.',
  },
  PLUGIN_EXPORT: {
    message: (p: { problem: string; fix: string }) => `The plugin cannot be exported: ${p.problem}.`,
    fix: (p: { problem: string; fix: string }) => p.fix,
  },
} as const;

export const errors = defineErrors(table);
