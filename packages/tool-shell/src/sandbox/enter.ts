import type { SandboxPlan } from '@loadout/core/run';
import { trustedPath } from '@loadout/shell-rules';
import { errors } from '../errors.js';
import { runsOutside } from './excluded-command.js';
import type { Outside, Place } from './place.js';
import { prepareSandbox } from './prepare.js';
import { hostPath, onTrustedPath } from './trusted-path.js';

/**
 * Takes the command into the sandbox. The command runs outside only if the configuration names it, or if the configuration allows
 * this without a working sandbox. Each such run carries a notice. Source: SBX-01, SBX-04.
 */
export async function enterSandbox(command: string, options: Outside): Promise<Place | undefined> {
  const { plan, context, parts } = options;
  if (runsOutside(context.permitted, plan.excludedCommands)) return undefined;
  const writable = [...context.roots, ...plan.filesystem.allowWrite];
  try {
    return await onTrustedPath(trustedPath(hostPath(), writable), async () => {
      const runtime = await parts.sandboxes.ready({ plan, path: trustedPath(context.env.PATH ?? '', writable) });
      return prepareSandbox(command, { ...options, runtime, writable });
    });
  } catch (cause) {
    const reason = (cause as Error).message;
    if (mayRunWithout(plan)) return { start: {}, leave: () => [], notice: `(This ran outside of a sandbox: ${reason}.)` };
    throw errors.SANDBOX_UNAVAILABLE({ reason, at: placeOf(plan) }, { cause, position: plan.position });
  }
}

/**
 * With autoAllow, no person was asked because the sandbox would confine the command. Such a command never runs without a sandbox.
 */
const mayRunWithout = (plan: SandboxPlan) => !plan.required && !plan.autoAllow;

const placeOf = ({ position }: SandboxPlan) => (position === undefined ? undefined : `${position.file}:${position.line}`);
