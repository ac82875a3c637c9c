import type { ConfigFlags } from '../load/load-plan.js';

/** The flags among others that choose the configuration. */
export function configFlagsOf(flags: Readonly<Record<string, unknown>>): ConfigFlags {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined);
  return {
    config: text('config'),
    profile: text('profile'),
    param: Array.isArray(flags.param) ? flags.param.filter((one) => typeof one === 'string') : [],
    cwd: text('cwd'),
    trust: text('trust'),
    'require-trust': flags['require-trust'] === true,
  };
}
