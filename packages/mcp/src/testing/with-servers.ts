import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import type { McpServers } from '../config/server-config.js';
import type { McpConnectionsOptions } from '../connections/connections-options.js';
import type { McpNotice } from '../connections/host.js';
import { McpConnections } from '../connections/mcp-connections.js';
import type { McpTool } from '../tools/mcp-tool.js';

export const afterThis = (cleanUp: () => unknown): void => onTestFinished(async () => void (await cleanUp()));

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-mcp-')));
  afterThis(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function context(options?: Parameters<typeof testContext>[0]): TestContext {
  const made = testContext(options);
  afterThis(() => made.dispose());
  return made;
}

export interface Session {
  readonly connections: McpConnections;
  readonly notices: McpNotice[];
  readonly folder: string;
  tool(name: string): McpTool;
}

/** A session with these servers, closed after the test; all of them have been tried. */
export async function withServers(servers: McpServers, options: Partial<McpConnectionsOptions> = {}): Promise<Session> {
  const notices: McpNotice[] = [];
  const folder = temporaryFolder();
  const connections = new McpConnections({
    servers,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  afterThis(() => connections.close());
  await connections.settled();
  const tool = (name: string) => {
    const found = connections.tools().find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name} among ${connections.tools().map((one) => one.name)}`);
    return found;
  };
  return { connections, notices, folder, tool };
}

/** Polls until the condition holds. The test's own timeout ends a wait for a condition that never does. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
