import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { CommandArgument, CommandFlag, CommandHost } from '@loadout/core/commands';
import type { Approval } from '../approval/approval.js';
import { EngineClient } from '../client/engine-client.js';
import { engineAddress } from '../engine/engine-place.js';
import { errors } from '../errors.js';
import { answerAt, isAddress } from './answer-at.js';

export const askArguments = [
  { name: 'run', help: 'The id of the run, or the address of a run of loadout serve http, which ends in /runs/ID.' },
  { name: 'call', optional: true, help: 'The id of the call. Optional if the run waits for one answer.' },
] as const satisfies readonly CommandArgument[];

export const keyFlag = {
  name: 'key',
  value: 'FILE',
  help: 'Your private key, if permissions.approvals.from says who may answer. Default: LOADOUT_APPROVER_KEY.',
} as const satisfies CommandFlag;

interface Given {
  /** The first word of the message of success. */
  readonly did: string;
  readonly answer: Pick<Approval, 'behavior' | 'message' | 'texts'>;
  /** The file of the private key. */
  readonly keyFile?: string | undefined;
}

/** How an answer reaches a server. */
export const AT_ADDRESS =
  'At an address, LOADOUT_HTTP_TOKEN is the token of the server. A server of another machine needs https.';

/** The errors of a machine without an engine. */
const NO_ENGINE = new Set(['ENGINE_UNREACHABLE', 'ENGINE_KEY_FILE']);

/** Answers what a run waits for. Throws APPROVER_KEY. */
export async function giveAnswer([run = '', call]: readonly string[], host: CommandHost, given: Given): Promise<number> {
  const { did, answer, keyFile = host.env.LOADOUT_APPROVER_KEY } = given;
  const key = keyFile ? readKey(resolve(host.cwd, keyFile)) : undefined;
  if (isAddress(run)) {
    const token = host.env.LOADOUT_HTTP_TOKEN || undefined;
    const asked = await answerAt(run, { call, answer, by: userInfo().username, key, token });
    host.out(`${did} ${asked.tool} (${asked.call}): ${asked.input}\n`);
    return 0;
  }
  const asked = await answerOnEngine(run, host, (client) =>
    client.answer(run, call, { ...answer, by: userInfo().username, key }),
  );
  host.out(`${did} ${asked.tool} (${asked.call}) of ${run}\n`);
  return 0;
}

/** Asks the engine. Where there is none, the id may be that of a run of another server. */
async function answerOnEngine<T>(run: string, host: CommandHost, ask: (client: EngineClient) => Promise<T>): Promise<T> {
  try {
    return await ask(new EngineClient(engineAddress(host.env)));
  } catch (error) {
    if (isLoadoutError(error) && NO_ENGINE.has(error.code))
      host.tell(
        `note: ${run} is looked up on the engine. A run of loadout serve http is named by its address: http://HOST:PORT/runs/${run}\n`,
      );
    throw error;
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw errors.APPROVER_KEY({ file, problem: messageOf(error) }, { cause: error });
  }
}
