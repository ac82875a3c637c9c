import { register, type TestRunner } from '../check.js';
import type { ProviderCases } from './provider-cases.js';
import { providerChecks } from './provider-checks.js';

/** Tests the rules for every model provider, with the `describe` and `it` of the caller. */
export function describeProvider(name: string, cases: ProviderCases & TestRunner): void {
  register(`provider ${name} over ${cases.wire.name}`, { runner: cases, checks: providerChecks(name, cases) });
}
