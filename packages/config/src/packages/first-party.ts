/** The tools of Loadout's own plugins, for the fix of an error when the plugin is not mounted. */
const FIRST_PARTY: readonly { readonly mount: string; readonly use: string; readonly tools: readonly string[] }[] = [
  { mount: 'fs', use: '@loadout/tool-fs', tools: ['Read', 'Write', 'Edit', 'NotebookEdit', 'Glob', 'Grep'] },
  { mount: 'shell', use: '@loadout/tool-shell', tools: ['Bash', 'TaskOutput', 'TaskStop'] },
  { mount: 'web', use: '@loadout/tool-web', tools: ['WebFetch', 'WebSearch'] },
  {
    mount: 'agents',
    use: '@loadout/tool-agents',
    tools: ['Agent', 'Skill', 'SaveSkill', 'SendMessage', 'TeamCreate', 'TeamDelete'],
  },
  { mount: 'tasks', use: '@loadout/tool-tasks', tools: ['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskUpdate', 'TaskList'] },
  {
    mount: 'session',
    use: '@loadout/tool-session',
    tools: ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'Config', 'ToolSearch', 'PauseForHuman'],
  },
  { mount: 'lsp', use: '@loadout/tool-lsp', tools: ['LSP'] },
  { mount: 'git', use: '@loadout/tool-git', tools: ['EnterWorktree', 'ExitWorktree'] },
  { mount: 'schedule', use: '@loadout/tool-schedule', tools: ['CronCreate', 'CronDelete', 'CronList', 'RemoteTrigger'] },
];

export const firstPartyTools: readonly string[] = FIRST_PARTY.flatMap((plugin) => plugin.tools);

export const firstPartyPlugin = (tool: string) => FIRST_PARTY.find((plugin) => plugin.tools.includes(tool));

export const toolsOfPackage = (use: string): readonly string[] => FIRST_PARTY.find((plugin) => plugin.use === use)?.tools ?? [];
