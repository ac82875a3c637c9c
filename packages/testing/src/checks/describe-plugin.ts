import type { Plugin } from '@loadout/core';
import { register, type TestRunner } from './check.js';
import { type PluginCases, pluginChecks } from './plugin-checks.js';

/** Tests the rules for every plugin, with the `describe` and `it` of the caller. */
export function describePlugin(plugin: Plugin, cases: PluginCases & TestRunner): void {
  register(`plugin ${plugin.name}`, { runner: cases, checks: pluginChecks(plugin, cases) });
}
