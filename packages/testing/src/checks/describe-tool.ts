import type { AnyTool } from '@loadout/core';
import { register, type TestRunner } from './check.js';
import type { ToolCases } from './tool-cases.js';
import { toolChecks } from './tool-checks.js';

/** Tests a tool with its author's cases: one test for each thing that must hold. `describe` and `it` are the caller's own. */
export function describeTool(tool: AnyTool, cases: ToolCases & TestRunner): void {
  register(tool.name, { runner: cases, checks: toolChecks(tool, cases) });
}
