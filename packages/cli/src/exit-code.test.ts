import { exitCodeOf } from '@loadout/command/runs';
import { LoadoutError } from '@loadout/core';
import { expect, it } from 'vitest';
import { exitCodes } from './arguments/help.js';
import { exitCodeOfError } from './exit-code.js';

it('every way a run can end has its exit code (CLI-04)', () => {
  expect({
    success: exitCodeOf('success'),
    failed: exitCodeOf('error_during_execution'),
    turns: exitCodeOf('error_max_turns'),
    limit: exitCodeOf('error_limit'),
    blocked: exitCodeOf('blocked'),
    stopped: exitCodeOf('stopped'),
    output: exitCodeOf('error_max_structured_output_retries'),
    model: exitCodeOf('error_model'),
    interrupted: exitCodeOf('interrupted'),
  }).toEqual({ success: 0, failed: 1, turns: 3, limit: 3, blocked: 4, stopped: 4, output: 5, model: 7, interrupted: 130 });
});

it('what stands against starting is a wrong configuration or command line, unless it says otherwise', () => {
  const of = (code: string) => exitCodeOfError(new LoadoutError(code, 'x'));
  expect(
    ['CONFIG_INVALID', 'USAGE_FLAG_UNKNOWN', 'AGENT_UNKNOWN', 'PLUGIN_NOT_FOUND', 'SESSION_UNKNOWN', 'MODEL_UNKNOWN'].map(of),
  ).toEqual([2, 2, 2, 2, 2, 2]);
  expect(['MODEL_NONE', 'SESSION_BUSY', 'TRUST_NEEDED', 'LOCK_CHANGED'].map(of)).toEqual([7, 1, 6, 6]);
  expect(exitCodeOfError(new TypeError('x'))).toBe(1);
});

it('the help lists each of them', () => {
  expect(exitCodes.map(([code]) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 129, 130, 143]);
});
