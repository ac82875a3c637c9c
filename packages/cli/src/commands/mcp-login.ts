import type { mcpLogin } from '../arguments/mcp-definitions.js';
import { loadPlan } from '../load/load-plan.js';
import { connectOptions, loadMcpClient } from '../load/mcp-client.js';
import { checkServer } from '../load/mcp-server.js';
import { printable } from '../render/printable.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import type { Command } from './command.js';

export const execute: Command<typeof mcpLogin> = async ({ positionals: [key = ''], flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { keepParams: true } });
  checkServer(loaded, key);
  const { logIn } = await loadMcpClient(loaded.plan.configDir, 'loadout mcp login');
  const { servers, stateDir } = connectOptions(loaded.plan, { io, keys: [key] });
  const stopped = new AbortController();
  const { release } = onInterrupt(io, () => stopped.abort());
  try {
    const openUrl = (url: string) => io.tell(`Open this page and approve the login:\n${printable(url)}\n`);
    await logIn(key, { config: servers[key] ?? {}, stateDir, openUrl, signal: stopped.signal });
  } finally {
    release();
  }
  io.out(`Logged in to ${printable(key)}.\n`);
  return 0;
};
