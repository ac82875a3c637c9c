import { errors } from '../errors.js';
import type { ControlRequest } from '../types/control.js';

/** What other engines are asked and this one does not do, with what does it. */
const INSTEAD: Readonly<Record<string, string>> = {
  mcp_call: 'tools are called by the agent; a program that wants to call one by itself connects to the server',
  mcp_read_resource: 'resources are read by the agent; a program that wants one connects to the server',
  update_settings: 'settings files are not written for a program; apply_flag_settings changes what holds in this query',
  register_repo_root: 'apply_flag_settings with permissions.additionalDirectories adds a folder',
  set_mcp_permission_mode_override: 'no server has a mode of its own; rules such as mcp__server say what its tools may do',
  get_usage: 'no account is asked; get_session_cost tells what this session cost',
  file_suggestions: 'paths are not completed here',
};

type Refusal = (request: ControlRequest) => never;

export const refusedAnswers: Readonly<Record<string, Refusal>> = Object.fromEntries(
  Object.entries(INSTEAD).map(([subtype, problem]): [string, Refusal] => [
    subtype,
    () => {
      throw errors.SDK_REQUEST_INVALID({ subtype, problem });
    },
  ]),
);
