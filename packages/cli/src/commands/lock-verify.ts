import { printableJson, visible } from '@loadout/command';
import { LOCK_NAME } from '@loadout/config';
import { differsFromLock } from '@loadout/lock';
import type { lockVerify } from '../arguments/trust-definitions.js';
import { askServers } from '../load/ask-servers.js';
import { loadWhole } from '../load/load-plan.js';
import { lockOptions } from '../load/lock-options.js';
import type { Command } from './command.js';

export const execute: Command<typeof lockVerify> = async ({ flags }, io) => {
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } });
  const mcp = await askServers(loaded, { io, needs: 'loadout lock verify' });
  const unknown = Object.entries(mcp.problems).map(([key, problem]) => `? mcp.${key}: ${problem}`);
  const lines = [...(await differsFromLock({ ...lockOptions(loaded, { flags, io }), mcp })), ...unknown];
  const ok = lines.length === 0;
  if (flags.json) io.out(`${printableJson({ ok, lines }, 2)}\n`);
  else if (ok) io.out(`Everything matches ${LOCK_NAME}.\n`);
  else
    io.out(
      `Differences from ${LOCK_NAME} (- locked, + found${unknown.length > 0 ? ', ? unknown' : ''}):\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`,
    );
  return ok ? 0 : 6;
};
