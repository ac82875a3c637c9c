import { appendFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from '@loadout/core';
import { makeFolder } from '@loadout/node';
import type { SDKMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';

/**
 * Writes each message of the engine to a log. If the log cannot be written, it is reported once and closed; the query continues.
 */
export function debugLog({ debug, debugFile, stderr, cwd }: Options): ((message: SDKMessage) => void) | undefined {
  const tell = stderr ?? (() => {});
  if (debugFile === undefined) return debug === true && stderr !== undefined ? (message) => tell(lineOf(message)) : undefined;
  const file = resolve(cwd ?? process.cwd(), debugFile);
  let isBroken = false;
  return (message) => {
    if (isBroken) return;
    try {
      makeFolder(dirname(file), 0o777);
      appendFileSync(file, lineOf(message), { mode: 0o600 });
    } catch (error) {
      isBroken = true;
      tell(`The debug log ${file} cannot be written: ${messageOf(error)}\n`);
    }
  };
}

const lineOf = (message: SDKMessage) => `${JSON.stringify({ at: new Date().toISOString(), ...message })}\n`;
