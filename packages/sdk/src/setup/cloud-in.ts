import type { Env } from '../models.js';
import { isOn } from './is-on.js';

/** Where the models of a program run, if its environment says so. */
export type Cloud = 'bedrock' | 'vertex' | 'foundry';

const SWITCHES: readonly (readonly [Cloud, string])[] = [
  ['bedrock', 'BEDROCK'],
  ['vertex', 'VERTEX'],
  ['foundry', 'FOUNDRY'],
];

/** The cloud that CLAUDE_CODE_USE_BEDROCK, CLAUDE_CODE_USE_VERTEX or CLAUDE_CODE_USE_FOUNDRY turns on. */
export const cloudIn = (env: Env): Cloud | undefined => SWITCHES.find(([, name]) => isOn(env[`CLAUDE_CODE_USE_${name}`]))?.[0];

/**
 * The options of the provider for a cloud; the provider itself finds address and credentials in the environment. A gateway that
 * has the credentials (CLAUDE_CODE_SKIP_BEDROCK_AUTH and its like) gets none (CLOUD-01).
 */
export function cloudOptions(cloud: Cloud, env: Env): Readonly<Record<string, string>> {
  const name = cloud.toUpperCase();
  const gateway = env[`ANTHROPIC_${name}_BASE_URL`];
  const isOpen = isOn(env[`CLAUDE_CODE_SKIP_${name}_AUTH`]) && gateway;
  return { transport: cloud, ...(isOpen ? { baseUrl: gateway } : {}) };
}
