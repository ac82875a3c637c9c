import { errors } from '../../errors.js';
import type { ControlRequest } from '../../types/control.js';
import type { Answers, Controlled } from './controlled.js';
import { answers as conversation } from './conversation.js';
import { answers as servers } from './servers.js';
import { answers as session } from './session.js';
import { answers as settings } from './settings.js';

/** Answers that every query loads, by subtype (CTRL-08, CTRL-11). */
const LOADED: Answers = { ...conversation, ...servers, ...session, ...settings };

const serverCalls = () => import('./server-calls.js');
const updates = () => import('./updates.js');
const reload = () => import('./reload.js');
const title = () => import('./title.js');

/** Subjects that few programs ask about, by subtype. Each is loaded with its first request. */
const LOADED_LATER: Readonly<Record<string, () => Promise<{ readonly answers: Answers }>>> = {
  mcp_call: serverCalls,
  mcp_read_resource: serverCalls,
  set_mcp_permission_mode_override: serverCalls,
  update_settings: updates,
  register_repo_root: updates,
  reload_skills: reload,
  reload_output_styles: reload,
  reload_plugins: reload,
  generate_session_title: title,
};

/** Answers a request of a program. Throws SDK_REQUEST_UNKNOWN, or the error of the answer. */
export async function answerControl(request: ControlRequest, engine: Controlled): Promise<unknown> {
  const { subtype } = request;
  if (Object.hasOwn(LOADED, subtype)) return LOADED[subtype]?.(request, engine);
  const load = Object.hasOwn(LOADED_LATER, subtype) ? LOADED_LATER[subtype] : undefined;
  const known = [...Object.keys(LOADED), ...Object.keys(LOADED_LATER)];
  if (load === undefined) throw errors.SDK_REQUEST_UNKNOWN({ subtype, known });
  return (await load()).answers[subtype]?.(request, engine);
}
