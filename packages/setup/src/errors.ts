import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  RULE_NOT_KEPT: {
    message: (p: { rule: string; problem: string }) => `${p.rule} is not kept for this project: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix ?? 'Allow it in this session, or write the rule into the file by hand.',
  },
  NPM_FAILED: {
    message: (p: { args: readonly string[]; problem: string }) => `npm ${p.args.join(' ')} failed: ${p.problem}.`,
    fix: () => "See npm's output above.",
  },
  NPM_NO_PACKAGE: {
    message: (p: { wanted: string; asked: string }) =>
      `npm found no package ${p.wanted}: ${p.asked} answers with 404. Nothing was installed.`,
    fix: () => 'Correct the name. For a private package, log in with npm login, and name its registry in .npmrc.',
  },
  ADD_NAME: {
    message: (p: { wanted: string }) => `${JSON.stringify(p.wanted)} is not the name of a package. Nothing was installed.`,
    fix: () => 'Write a name such as @loadout/tool-web, a name@range, or the path of a packed file.',
  },
  PROJECT_UNREADABLE: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be read: ${p.problem}. Nothing was changed.`,
    fix: () => 'Correct the file, which npm reads in this project.',
  },
  PROJECT_CLOSED: {
    message: (p: { folder: string; problem: string }) => `npm cannot write to ${p.folder}: ${p.problem}. Nothing was changed.`,
    fix: () => 'Make the folder writable for you, or work in a copy of the project.',
  },
  ADD_MISSPELT: {
    message: (p: { problem: string }) => p.problem,
    fix: () => 'Correct the name. Nothing was installed, because anybody can publish a package under a misspelt name.',
  },
  ADD_MOUNT_NAME: {
    message: (p: { name: string }) => `${JSON.stringify(p.name)} is not a name for a plugin. Nothing was installed.`,
    fix: (p: { rule: string }) => `Choose a name with --as NAME: ${p.rule}.`,
  },
  ADD_NO_PATH: {
    message: (p: { wanted: string; file: string }) => `There is no ${p.wanted}: ${p.file} does not exist.`,
    fix: () => 'Correct the path, which starts at the folder of the configuration.',
  },
  ADD_BUNDLE: {
    message: (p: { wanted: string }) => `${p.wanted} is a bundle of an MCP server, and not a plugin.`,
    fix: (p: { wanted: string; key: string }) =>
      `Write it into the configuration: mcpServers: { ${p.key}: { registry: ${p.wanted} } }`,
  },
  ADD_NO_MARKETPLACE: {
    message: (p: { wanted: string; market: string; problem: string }) =>
      `${p.wanted} is neither a package of npm (${p.problem}), nor a plugin of a marketplace: the configuration has no marketplace ${JSON.stringify(p.market)}.`,
    fix: (p: { market: string; known: readonly string[] }) =>
      p.known.length === 0
        ? `It has none. Add it: marketplaces: { ${p.market}: { github: owner/name } }. For a marketplace that Claude Code knows, add --claude.`
        : `Its marketplaces: ${p.known.join(', ')}. For one that Claude Code knows, add --claude.`,
  },
  ADD_NO_PLUGIN: {
    message: (p: { use: string }) =>
      `${p.use} is not a plugin: its package.json has no "loadout" field that describes one. Nothing was installed.`,
    fix: () => 'Use a package whose keywords contain loadout-plugin, or ask its author to build it with a manifest.',
  },
  ADD_OTHER_VERSION: {
    message: (p: { use: string; shown: string; installed: string | undefined }) =>
      `npm installed ${p.use} ${p.installed ?? 'without a manifest'}, but the version that was shown is ${p.shown}. The project is as it was.`,
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
  NEW_NAME: {
    message: (p: { name: string }) => `${JSON.stringify(p.name)} is not a valid plugin name.`,
    fix: () => 'Use lowercase letters, digits and single hyphens, such as crm or wiki-search.',
  },
  NEW_EXISTS: {
    message: (p: { file: string }) => `${p.file} already exists; nothing was written.`,
    fix: () => 'Choose another folder with --dir.',
  },
  REMOVE_UNKNOWN: {
    message: (p: { name: string; known: readonly string[]; nearest?: string | undefined }) =>
      `No mounted plugin has the name or package ${p.name}.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
    fix: (p: { known: readonly string[] }) =>
      p.known.length === 0 ? 'The configuration mounts no plugin.' : `Name one of: ${p.known.join(', ')}.`,
  },
  REMOVE_NEEDED: {
    message: (p: { mount: string; problems: readonly string[] }) =>
      `${p.mount} was not removed, and nothing was changed. Without it, the configuration would be wrong:\n${p.problems.map((one) => `  ${one}`).join('\n')}`,
    fix: (p: { mount: string }) => `Take ${p.mount} out of the agents and rules that name it, and run: loadout remove ${p.mount}`,
  },
  INIT_EXISTS: {
    message: (p: { file: string }) => `${p.file} already exists and was not changed.`,
    fix: () => 'Choose another folder with --dir, or remove the file first.',
  },
  INIT_PROVIDER: {
    message: (p: { provider: string | undefined; known: readonly string[]; nearest: string | undefined }) =>
      `--provider ${p.provider === undefined ? 'is missing' : `names ${JSON.stringify(p.provider)}`}; init knows ${p.known.join(', ')}.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
    fix: () => 'Name one of these, or write the provider into agent.config.yaml by hand.',
  },
  INIT_MODEL: {
    message: (p: { provider: string }) => `The provider ${p.provider} has many models, and none was named.`,
    fix: () => 'Name one with --model ID.',
  },
};

export const errors = defineErrors({ ...usageErrors, ...table });
