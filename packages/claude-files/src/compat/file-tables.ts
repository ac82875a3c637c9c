import { AGENT_FIELDS, FILES, MCP_FIELDS, PERMISSION_FIELDS, SETTINGS_FIELDS } from '../fields/file-fields.js';
import { CLAUDE_FIELDS, SANDBOX_FIELDS } from '../fields/settings-fields.js';
import { HOOK_FIELDS } from '../foreign/foreign-fields.js';
import { SKILL_FIELDS } from '../skills/skill-fields.js';

/** The tables of docs/reference/files-of-other-tools.md. */
export const FILE_TABLES = {
  files: FILES,
  settings: SETTINGS_FIELDS,
  permissions: PERMISSION_FIELDS,
  hooks: HOOK_FIELDS,
  mcp: MCP_FIELDS,
  agents: AGENT_FIELDS,
  skills: SKILL_FIELDS,
  program: CLAUDE_FIELDS,
  sandbox: SANDBOX_FIELDS,
} as const;
