import type { Plugin } from '@loadout/core';
import { register, type TestRunner } from './check.js';
import { type PluginCases, pluginChecks } from './plugin-checks.js';

/** Tests what every plugin must keep. `describe` and `it` are the caller's own. */
export function describePlugin(plugin: Plugin, cases: PluginCases & TestRunner): void {
  register(`plugin ${plugin.name}`, { runner: cases, checks: pluginChecks(plugin, cases) });
}
