import type { ControlRequest } from '../types/control.js';
import type { Engine } from './engine.js';
import { seldomParts as parts } from './seldom-parts.js';

const SUBTYPES = [
  'mcp_call',
  'mcp_read_resource',
  'set_mcp_permission_mode_override',
  'update_settings',
  'register_repo_root',
  'reload_skills',
  'reload_output_styles',
  'reload_plugins',
];

type Answer = (request: ControlRequest, engine: Engine) => Promise<unknown>;

/** What few programs ask: what answers it is loaded with the first one that does. */
export const seldomAnswers: Readonly<Record<string, Answer>> = Object.fromEntries(
  SUBTYPES.map((subtype): [string, Answer] => [
    subtype,
    async (request, engine) => {
      const { answers } = await import('./seldom-answers.js');
      return answers[subtype]?.(request, { engine, parts });
    },
  ]),
);
