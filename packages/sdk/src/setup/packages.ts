/** The packages whose tools are available to every program, by mount. */
export const PACKAGES: Readonly<Record<string, string>> = {
  fs: '@loadout/tool-fs',
  shell: '@loadout/tool-shell',
  web: '@loadout/tool-web',
  agents: '@loadout/tool-agents',
  tasks: '@loadout/tool-tasks',
  session: '@loadout/tool-session',
  git: '@loadout/tool-git',
  schedule: '@loadout/tool-schedule',
};
