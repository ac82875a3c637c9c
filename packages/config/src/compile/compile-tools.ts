import type { PluginPlan } from '@loadout/core/run';
import { type CompileInput, pathFrom, positionOf } from './compile-context.js';

/** The package that runs what `tools` declares, and the name of its mount. */
export const SCRIPT_TOOLS = { use: '@loadout/tool-script', mount: 'tools' };

/** Compiles `tools` to the mount of the package that runs them. Paths become absolute, since each is relative to its own file. */
export function compileTools(input: CompileInput): readonly PluginPlan[] {
  const declared = Object.entries(input.document.tools ?? {});
  if (declared.length === 0) return [];
  const tools = Object.fromEntries(declared.map(([name, tool]) => [name, withPaths(name, tool, input)]));
  const position = positionOf(input.flat, ['tools', declared[0]?.[0] ?? '']);
  return [{ ...SCRIPT_TOOLS, options: { tools }, optional: false, overrides: {}, position }];
}

type Tool = Readonly<Record<string, unknown>>;

function withPaths(name: string, tool: Tool, input: CompileInput): Tool {
  const whole = (key: string, value: string) => pathFrom(value, { ...input, path: ['tools', name, key] });
  const { run, script, cwd } = tool;
  const [program, ...args] = Array.isArray(run) ? (run as readonly unknown[]) : [];
  return {
    ...tool,
    ...(typeof program === 'string' && program.includes('/') ? { run: [whole('run', program), ...args] } : {}),
    ...(typeof script === 'string' ? { script: whole('script', script) } : {}),
    ...(typeof cwd === 'string' ? { cwd: whole('cwd', cwd) } : {}),
  };
}
