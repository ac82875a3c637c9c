import { createRequire } from 'node:module';
import type { Plan } from '@loadout/core/run';
import type { Env } from '../models.js';

const USE = '@loadout/otel';

/**
 * The telemetry of a query: that of the configuration, and with CLAUDE_CODE_ENABLE_TELEMETRY=1 the names of Claude Code. A
 * missing package is then no error, because the variable may be meant for another program.
 */
export function telemetryOf(below: Plan['telemetry'], env: Env): Pick<Plan, 'telemetry'> {
  const otel = below?.otel;
  if (env.CLAUDE_CODE_ENABLE_TELEMETRY !== '1' || otel === false || missingTelemetry(env) !== undefined)
    return below === undefined ? {} : { telemetry: below };
  if (otel === undefined) return { telemetry: { ...below, otel: { names: 'claude_code' } } };
  return { telemetry: { ...below, otel: { names: 'both', ...(otel === true ? {} : otel) } } };
}

/** The notice about telemetry that the environment asks for and that no package can send. */
export function missingTelemetry(env: Env): string | undefined {
  if (env.CLAUDE_CODE_ENABLE_TELEMETRY !== '1') return undefined;
  try {
    createRequire(import.meta.url).resolve(USE);
    return undefined;
  } catch {
    return `CLAUDE_CODE_ENABLE_TELEMETRY is 1, but ${USE} is not installed, so nothing is sent. Install it: npm install ${USE}`;
  }
}
