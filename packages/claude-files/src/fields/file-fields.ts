import { changed, type Fields, guarding, kept, lost, quiet } from '../foreign/foreign-fields.js';

/**
 * The keys of settings files (CFG-13). The reference shows this table, and a test compares the two. Keys that the table lacks are
 * lost.
 */
export const SETTINGS_FIELDS: Fields = {
  permissions: guarding(kept('its keys are below')),
  hooks: guarding(changed('`hooks`; events and types that Loadout does not know are left out')),
  allowedHttpHookUrls: guarding(kept('and the configuration only narrows it')),
  env: changed('`options.env` of the mounted shell; hooks and MCP servers do not see it'),
  disableAllHooks: changed('`true`: the hooks of both settings files are left out'),
  disabledMcpjsonServers: guarding(changed('these servers of `.mcp.json` are left out')),
  enabledMcpjsonServers: quiet('trust decides about servers'),
  enableAllProjectMcpServers: quiet('trust decides about servers'),
  $schema: quiet('for editors'),
  statusLine: quiet('screen'),
  outputStyle: quiet('screen'),
  theme: quiet('screen'),
  spinnerTipsEnabled: quiet('screen'),
  cleanupPeriodDays: quiet("that tool's own files"),
  includeCoAuthoredBy: quiet("that tool's own commits"),
  attribution: quiet("that tool's own commits"),
  model: lost('the model stands in `agent.config.yaml`'),
  agent: lost('name the agent when you run it: `loadout run AGENT`'),
  enabledPlugins: lost('mount each with `loadout add NAME@MARKETPLACE --claude`'),
  extraKnownMarketplaces: lost('write `marketplaces` in `agent.config.yaml`'),
  sandbox: lost('write `sandbox` in `agent.config.yaml`'),
  apiKeyHelper: lost('write `secrets` in `agent.config.yaml`'),
};

export const PERMISSION_FIELDS: Fields = {
  allow: kept('rules that Loadout cannot read are left out'),
  ask: guarding(kept('the same')),
  deny: guarding(kept('the same')),
  defaultMode: guarding(changed('`permissions.mode`; a mode that Loadout does not have is left out')),
  additionalDirectories: kept('from the folder of the configuration'),
};

export const MCP_FIELDS: Fields = {
  type: kept(),
  command: kept(),
  args: kept(),
  env: kept(),
  cwd: kept(),
  url: kept(),
  headers: kept(),
  headersHelper: kept(),
  timeout: kept(),
  alwaysLoad: kept(),
  disabled: guarding(kept()),
  enabled: guarding(changed('`false` is `disabled: true`')),
  registry: lost('a server of the MCP registry is declared under mcpServers of the configuration'),
};

export const AGENT_FIELDS: Fields = {
  name: kept('the key under `agents`; without one, the name of the file'),
  description: kept(),
  tools: guarding(changed('a list; absent: `["*"]`; `Bash(git *)` becomes `Bash`')),
  disallowedTools: guarding(changed('a list')),
  model: changed('the alias of this name under `models`; `inherit` and unknown names: the default model'),
  permissionMode: guarding(changed('`permissions.mode`')),
  maxTurns: guarding(changed('`limits.turns`')),
  effort: kept(),
  initialPrompt: changed('`prompt`'),
  hooks: guarding(changed('`hooks` of the agent, as in the settings')),
  mcpServers: changed('names of servers; servers that are declared here are left out'),
  color: quiet('screen'),
  skills: changed('`skills`, a list: their text is there from the start'),
  memory: lost('an agent has no memory of its own; name files in its instructions'),
  background: kept('`true` or `false`'),
  isolation: kept('`worktree`'),
};

/** The frontmatter of a rule. */
export const RULE_FIELDS: Fields = {
  paths: changed('globs from the folder of `.claude`: the rule is told when a file that fits is worked on'),
  description: quiet('for people'),
};

/** Whole files, for the guide. */
export const FILES: Fields = {
  '.claude/settings.json': changed('kind `settings`'),
  '.claude/settings.local.json': changed('kind `settings`; counts over the other, and lists add up'),
  '.mcp.json': changed('kind `mcp`'),
  '.claude/agents/**/*.md': changed('kind `agents`'),
  'AGENTS.md': changed('kind `instructions`'),
  'CLAUDE.md': changed('kind `instructions`'),
  '.claude/CLAUDE.md': changed('kind `instructions`'),
  'CLAUDE.local.md': changed('kind `instructions`'),
  '.agents/skills/*/SKILL.md': changed('kind `skills`'),
  '.claude/skills/*/SKILL.md': changed('kind `skills`; counts over the other'),
  '.claude/commands/**/*.md': changed('kind `commands`: skills that a person starts; `sub/name.md` is `sub:name`'),
  '.claude/rules/**/*.md': changed('kind `instructions`; with `paths`, told when a file that fits is worked on'),
};
