import { describe, expect, it } from 'vitest';
import { CANNOT_SAY } from './cannot-say.js';
import { overA2a } from './drivers/a2a.js';
import { overAcp } from './drivers/acp.js';
import { overAgUi } from './drivers/ag-ui.js';
import { overHttp } from './drivers/http.js';
import { overMcp } from './drivers/mcp.js';
import { overChats, overResponses } from './drivers/openai.js';
import { overSdk } from './drivers/sdk.js';
import { overRun, overTerminalChat } from './drivers/terminal.js';
import { journalIn } from './journal.js';
import { type Door, denialIn, EXPECTED, expectedJournal, scenario } from './scenario.js';

const DOORS: readonly Door[] = [
  overRun,
  overTerminalChat,
  overHttp,
  overSdk,
  overMcp,
  overAcp,
  ...overChats,
  overResponses,
  overAgUi,
  overA2a,
];

describe('one scenario', () => {
  it.each(DOORS)('over $name is told and recorded as over every door, but for what the protocol cannot say', async (door) => {
    const cwd = scenario();
    const told = await door.play(cwd);
    const unsaid = CANNOT_SAY[door.protocol ?? door.name] ?? {};
    const expected = Object.entries({ ...EXPECTED, denial: denialIn(cwd) }).filter(([aspect]) => !(aspect in unsaid));
    const said = Object.entries(told).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
    const recorded = expectedJournal(cwd);
    const calls = (door.journalIn ?? journalIn)(cwd);
    // The words for a call that was cancelled depend on how far it had come.
    expect(calls.map(withoutCancelled)).toEqual((door.journal?.(recorded) ?? recorded).map(withoutCancelled));
  });
});

const withoutCancelled = <T extends { readonly input?: unknown; readonly result?: unknown }>(call: T): T =>
  JSON.stringify(call.input).includes('cat gate') ? { ...call, result: undefined } : call;
