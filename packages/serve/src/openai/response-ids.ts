import { isLoadoutError } from '@loadout/core';
import type { HttpRuns, RunState } from '../http-runs.js';
import { wrong } from './fields.js';

/** The ids of a response and of its items hold the id of the run, so that the server keeps no table of them. */
export const responseId = (run: string): string => `resp_${run}`;
export const itemId = (kind: 'msg' | 'rs', run: string, number: number): string => `${kind}_${run}_${number}`;
export const approvalId = (run: string, call: string): string => `mcpr_${run}.${call}`;
export const callId = (run: string, call: string): string => `call_${run}.${call}`;
export const callItemId = (run: string, call: string): string => `fc_${run}.${call}`;

const RESPONSE = /^resp_([\w-]{1,80})$/;
const ITEM = /^(msg|rs)_([\w-]{1,80})_\d{1,6}$/;
const APPROVAL = /^mcpr_([\w-]{1,80})\.(.{1,300})$/s;
const CALL = /^call_([\w-]{1,80})\.(.{1,300})$/s;

/** The run and the call behind the id of a call that the client makes. Throws OPENAI_FIELD. */
export function callOf(id: string, param: string): { readonly run: string; readonly call: string } {
  const [, run, call] = CALL.exec(id) ?? [];
  if (run === undefined || call === undefined)
    throw wrong(param, `is ${JSON.stringify(id.slice(0, 100))}, which is not the id of a call of this server`);
  return { run, call };
}

export function approvalOf(id: string, param: string): { readonly run: string; readonly call: string } {
  const [, run, call] = APPROVAL.exec(id) ?? [];
  if (run === undefined || call === undefined) throw wrong(param, 'is not the id of an mcp_approval_request of this server');
  return { run, call };
}

/** The run behind an id. Throws OPENAI_FIELD. */
export async function runOf(id: string, { runs, param }: { readonly runs: HttpRuns; readonly param: string }): Promise<RunState> {
  const run = RESPONSE.exec(id)?.[1];
  if (run === undefined)
    throw wrong(param, `is ${JSON.stringify(id.slice(0, 100))}, which is not the id of a response of this server`);
  return found(run, { runs, param });
}

/** The text of an item that a client names in place of repeating it. Empty for a reasoning. Throws OPENAI_FIELD. */
export async function textOfItem(
  id: string,
  { runs, param }: { readonly runs: HttpRuns; readonly param: string },
): Promise<string> {
  const [, kind, run] = ITEM.exec(id) ?? [];
  if (run === undefined)
    throw wrong(param, `is ${JSON.stringify(id.slice(0, 100))}, which is not the id of an item of this server`);
  return kind === 'msg' ? ((await found(run, { runs, param })).result?.text ?? '') : '';
}

async function found(run: string, { runs, param }: { readonly runs: HttpRuns; readonly param: string }): Promise<RunState> {
  try {
    return await runs.get(run);
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'HTTP_RUN_UNKNOWN') throw error;
    throw wrong(param, 'names a run that this server does not know', 'Start a new conversation.');
  }
}
