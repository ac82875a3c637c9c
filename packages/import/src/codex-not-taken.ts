import type { Field } from './read-fields.js';

const SCREEN = null;

/** The keys of a file, of a profile and of a role that have no counterpart, or say nothing of an agent. */
export const NOT_TAKEN: Readonly<Record<string, Field>> = {
  ...{ tui: SCREEN, file_opener: SCREEN, hide_agent_reasoning: SCREEN, show_raw_agent_reasoning: SCREEN, history: SCREEN },
  ...{ disable_paste_burst: SCREEN, check_for_update_on_startup: SCREEN, model_reasoning_summary: SCREEN, notice: SCREEN },
  ...{ cli_auth_credentials_store: null, forced_login_method: null, preferred_auth_method: null, chatgpt_base_url: null },
  ...{ projects: null, project_doc_max_bytes: null, project_doc_fallback_filenames: null, analytics: null, feedback: null },
  model_verbosity: 'write the field of the request under models.<name>.extra',
  default_permissions: 'write permissions and sandbox',
  permissions: 'write permissions and sandbox',
  notify: 'write a hook for Notification or Stop',
  otel: 'mount @loadout/otel',
  plugins: 'loadout add reads plugins of Codex',
  marketplaces: 'write marketplaces; loadout add reads plugins of Codex',
  shell_environment_policy: 'write env in the options of the mounted shell',
  skills: 'skills in .agents/skills are read with compat: [skills]',
};
