import { type ChildExit, type ChildRequest, runChild } from '@loadout/node';
import { MOST_BYTES } from './read-output.js';

type CommandRequest = Omit<ChildRequest, 'mostBytes'> & { readonly stdin: string };

/** Runs the program of a hook; when `signal` aborts its whole process group goes. Rejects when it cannot be started or was stopped. */
export async function runCommand(request: CommandRequest): Promise<ChildExit> {
  const exit = await runChild({ ...request, mostBytes: MOST_BYTES }).catch((error: Error) => {
    throw new Error(`it could not be started: ${error.message}`);
  });
  if (request.signal.aborted) throw new Error('it was stopped');
  // The part that was cut off may hold the decision.
  if (Buffer.byteLength(exit.stdout) >= MOST_BYTES) throw new Error(`it printed more than ${MOST_BYTES} bytes`);
  return exit;
}
