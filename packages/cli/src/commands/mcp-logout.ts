import type { mcpLogout } from '../arguments/mcp-definitions.js';
import { loadPlan } from '../load/load-plan.js';
import { connectOptions, loadMcpClient } from '../load/mcp-client.js';
import { checkServer } from '../load/mcp-server.js';
import { printable } from '../render/printable.js';
import type { Command } from './command.js';

export const execute: Command<typeof mcpLogout> = async ({ positionals: [key = ''], flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { keepParams: true } });
  checkServer(loaded, key);
  const { logOut } = await loadMcpClient(loaded.plan.configDir, 'loadout mcp logout');
  const { servers, stateDir } = connectOptions(loaded.plan, { io, keys: [key] });
  const was = await logOut(key, { config: servers[key] ?? {}, stateDir });
  io.out(was ? `Deleted the login of ${printable(key)}.\n` : `There was no login for ${printable(key)}.\n`);
  return 0;
};
