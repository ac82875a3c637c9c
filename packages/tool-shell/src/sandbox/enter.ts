import type { SandboxPlan } from '@loadout/core';
import { errors } from '../errors.js';
import type { LaunchOptions } from '../launch.js';
import { runsOutside } from './excluded-command.js';
import type { Place } from './place.js';
import { prepareSandbox } from './prepare.js';
import { onTrustedPath, trustedPath } from './trusted-path.js';

/**
 * Takes the command into the sandbox. Outside it runs only where the configuration names it, or lets it when there is no
 * sandbox to be had; and that is said each time. Source: SBX-01, SBX-04.
 */
export async function enterSandbox(
  command: string,
  options: LaunchOptions & { readonly plan: SandboxPlan },
): Promise<Place | undefined> {
  const { plan, context, parts } = options;
  if (runsOutside(context.permitted, plan.excludedCommands)) return undefined;
  const writable = [...context.roots, ...plan.filesystem.allowWrite];
  try {
    return await onTrustedPath(writable, async () => {
      const runtime = await parts.sandboxes.ready({ plan, path: trustedPath(context.env.PATH ?? '', writable) });
      return prepareSandbox(command, { ...options, runtime, writable });
    });
  } catch (cause) {
    const reason = (cause as Error).message;
    if (mayRunWithout(plan)) return { start: {}, leave: () => [], notice: `(This ran outside of a sandbox: ${reason}.)` };
    throw errors.SANDBOX_UNAVAILABLE({ reason, at: placeOf(plan) }, { cause, position: plan.position });
  }
}

/** With autoAllow nobody was asked because the sandbox would keep the command in: then there is no way without one. */
const mayRunWithout = (plan: SandboxPlan) => !plan.required && !plan.autoAllow;

const placeOf = ({ position }: SandboxPlan) => (position === undefined ? undefined : `${position.file}:${position.line}`);
