import type { SandboxPlan } from '@loadout/core/run';

type Parts = { readonly [K in keyof SandboxPlan]?: SandboxPlan[K] extends object ? Partial<SandboxPlan[K]> : SandboxPlan[K] };

/** The plan of `sandbox: bubblewrap`, with the changes of a test. */
export function sandboxPlan({ filesystem, network, ...rest }: Parts = {}): SandboxPlan {
  return {
    use: 'bubblewrap',
    required: true,
    autoAllow: false,
    excludedCommands: [],
    ...rest,
    filesystem: { allowWrite: [], denyWrite: [], denyRead: [], ...filesystem },
    network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: false, allowUnixSockets: [], ...network },
  } as SandboxPlan;
}
