import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, definePlugin, defineTool } from '@loadout/core';
import { onTestFinished } from 'vitest';
import { type Toolkit, type ToolkitOptions, toolkit } from './index.js';

export interface Lab {
  readonly kit: Toolkit;
  readonly folder: string;
  /** The calls that ran, in order. */
  readonly ran: string[];
}

/** Opens a toolkit over a plugin with these tools; without tools, over `lab__stamp`, which takes `what`. */
export async function openLab(options: Partial<ToolkitOptions> = {}, tools?: readonly AnyTool[]): Promise<Lab> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-lab-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ran: string[] = [];
  const stamp = defineTool({
    name: 'stamp',
    description: 'Stamps.',
    inputSchema: { what: String },
    call: ({ what }) => {
      ran.push(String(what));
      return `Stamped ${what}.`;
    },
  });
  const plugin = definePlugin({ name: 'lab', setup: () => ({ tools: tools ?? [stamp as AnyTool] }) });
  const env = { PATH: process.env.PATH, HOME: folder };
  const kit = await toolkit({ plugins: [plugin], cwd: folder, env, ...options });
  onTestFinished(kit.close);
  return { kit, folder, ran };
}
