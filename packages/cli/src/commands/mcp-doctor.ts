import type { mcpDoctor } from '../arguments/mcp-definitions.js';
import { diagnoseServer } from '../load/diagnose-server.js';
import { loadPlan } from '../load/load-plan.js';
import { checkServer } from '../load/mcp-server.js';
import { diagnosisText } from '../render/diagnosis.js';
import { printableJson } from '../render/printable.js';
import type { Command } from './command.js';

export const execute: Command<typeof mcpDoctor> = async ({ positionals: [key = ''], flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { keepParams: true } });
  checkServer(loaded, key);
  const found = await diagnoseServer(loaded.plan, { key, io });
  const ok = found.problems.length + found.leftOut.length === 0;
  io.out(flags.json ? `${printableJson({ ok, ...found }, 2)}\n` : diagnosisText(found));
  return ok ? 0 : 1;
};
