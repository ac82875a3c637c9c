import { defineService } from '../../define/define-plugin.js';
import type { SandboxPlan } from '../plan/plan.js';

/** How commands are kept in: the agent's own `sandbox`, offered by the runner when it has one. Who starts a command obeys it or does not start it. */
export const Sandbox = defineService<SandboxPlan>('Sandbox');
