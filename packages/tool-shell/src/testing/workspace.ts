import type { Access, AnyTool, Tool, ToolContext } from '@loadout/core';
import { testContext } from '@loadout/testing';
import { type CommandPlace, type CommandSession, commandSession } from '../../../../tests/lib/command-session.js';
import { atEndOfFile } from '../../../../tests/lib/end-of-file.js';
import { ENV } from '../../../../tests/lib/git-workspace.js';
import plugin from '../index.js';

export interface Session extends CommandSession {
  readonly context: ToolContext;
}

/** Bash of the plugin as a run has it: the same accesses, the same rules, the same process. */
export async function openSession(workspace: string, options: Record<string, unknown> = {}): Promise<Session> {
  const base = testContext({ cwd: workspace, roots: [workspace], env: ENV });
  const parts = await plugin.setup({ options: options as never, mount: 'shell', configDir: workspace, stateDir: base.dir });
  atEndOfFile(async () => {
    await parts.dispose?.();
    await base.dispose();
  });
  const bash = parts.tools?.find(({ name }) => name === 'Bash') as AnyTool as Tool<unknown>;
  await (bash.inputSchema as { parse(value: unknown): unknown }).parse({ command: 'true' });
  const contextFor = ({ cwd, ...more }: CommandPlace & { readonly permitted?: readonly Access[] }): ToolContext => {
    const own = { ...more, ...(cwd === undefined ? {} : { cwd }) };
    return Object.create(base, Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])));
  };
  const session = commandSession(
    {
      accessesOf: (input, place) => bash.access?.(input, contextFor(place)) as readonly Access[],
      isReadOnly: (input) => (bash.isReadOnly as (input: unknown) => boolean)(input),
      async run(input, place) {
        const output = await bash.call(input, contextFor(place));
        return typeof output === 'string' ? output : String(output.content);
      },
    },
    { workspace, artifactDir: base.artifactDir },
  );
  return { ...session, context: base };
}
