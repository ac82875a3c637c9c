import { join } from 'node:path';
import { errors as configErrors, type LoadedConfig, type TrustOptions, type TrustPart, type TrustVerdict } from '@loadout/config';
import { stateDir } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { printable } from '../render/printable.js';

export interface TrustFlags {
  readonly trust?: string | undefined;
  readonly 'require-trust'?: boolean;
}

export const trustFile = (env: Io['env']): string => join(stateDir(env), 'trust.json');

/** Who trusts: the record of this user, and the hashes given for this once. There is no way to trust everything. */
export function trustOptions(flags: TrustFlags, { env }: Pick<Io, 'env'>): TrustOptions {
  const fromEnv = (env.LOADOUT_TRUST ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const hashes = [
    ...fromEnv.map((found) => readHash(found, 'LOADOUT_TRUST')),
    ...(flags.trust === undefined ? [] : [readHash(flags.trust, '--trust')]),
  ];
  return { file: trustFile(env), ...(hashes.length === 0 ? {} : { hashes }) };
}

export function readHash(found: string, from: string): string {
  const hash = found.toLowerCase().replace(/^sha256:/, '');
  if (!/^[0-9a-f]{64}$/.test(hash)) throw errors.TRUST_HASH({ found, from });
  return hash;
}

/** Says what is left out because it is not trusted. Throws where leaving it out is not what was asked for. */
export function settleTrust(
  trust: TrustVerdict | undefined,
  { flags, io }: { readonly flags: TrustFlags; readonly io: Io },
): void {
  if (trust === undefined || trust.trusted) return;
  const { config, hash } = trust;
  if ((trustOptions(flags, io).hashes ?? []).length > 0) throw errors.TRUST_OTHER({ config, hash });
  if (flags['require-trust'] === true) throw configErrors.TRUST_NEEDED({ config, hash, what: '--require-trust asks for that' });
  const what = trust.changes === undefined ? 'is not trusted' : 'is no longer what you trusted';
  io.tell(`note: ${printable(`${config} ${what}, so these parts of it are off: ${listed(trust.parts)}.`)}\n`);
  io.tell('Look at them, and turn them on, with: loadout trust\n');
}

const SHOWN = 6;

function listed(parts: readonly TrustPart[]): string {
  const names = [...new Set(parts.map((part) => part.path))];
  const more = names.length - SHOWN;
  return [...names.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** An agent that was written for a tool or a model that is off has nothing to begin with. Throws TRUST_NEEDED. */
export function checkNeeds({ plan, trust }: Pick<LoadedConfig, 'plan' | 'trust'>, name: string): void {
  const agent = plan.agents[name];
  if (trust === undefined || trust.trusted || agent === undefined) return;
  const off = (section: string) =>
    new Set(trust.parts.flatMap(({ keys }) => (keys[0] === section && keys.length === 2 ? [String(keys[1])] : [])));
  const prefixes = [
    ...[...off('plugins')].map((mount) => ({ part: `plugins.${mount}`, prefix: `${mount}__` })),
    ...[...off('mcpServers')].map((server) => ({ part: `mcpServers.${server}`, prefix: `mcp__${server}__` })),
  ];
  const tools = prefixes.filter(({ prefix }) => agent.tools.some((tool) => tool.startsWith(prefix)));
  const providers = off('providers');
  const usesOff = (model: string) => providers.has(plan.models[model]?.provider ?? '');
  const models = agent.models.length > 0 && agent.models.every(usesOff) ? [...providers].map((one) => `providers.${one}`) : [];
  const missing = [...tools.map(({ part }) => part), ...models];
  if (missing.length === 0) return;
  const what = `the agent ${name} needs ${missing.join(' and ')}, off until then`;
  throw configErrors.TRUST_NEEDED({ config: trust.config, hash: trust.hash, what });
}
