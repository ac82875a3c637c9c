import { hasEnded } from '@loadout/node';
import { dayFile, ledgerDays } from './ledger-days.js';
import type { AskedLine, SettledLine } from './ledger-line.js';
import { LedgerTail } from './ledger-tail.js';

/** One request of the ledger. `end` is absent while it is under way, or if its process was killed. */
export interface LedgerRequest extends AskedLine {
  readonly end?: SettledLine | undefined;
}

/** Reads the requests since a day, in the order in which they were asked. Throws the system's error if a file cannot be read. */
export function* ledgerRequests(dir: string, since: string): Generator<LedgerRequest> {
  for (const day of ledgerDays(dir)) {
    if (day < since) continue;
    const requests = new Map<string, LedgerRequest>();
    new LedgerTail(dayFile(dir, day)).read((line) => {
      if ('id' in line) requests.set(line.id, line);
      const asked = 'of' in line ? requests.get(line.of) : undefined;
      if (asked !== undefined && 'of' in line) requests.set(line.of, { ...asked, end: line });
      return true;
    });
    yield* requests.values();
  }
}

/**
 * Returns whether a request without an end may still get one. The process of another container cannot be looked at, so its
 * request counts as under way for as long as almost any answer takes.
 */
export function isUnderWay({ by, at }: Pick<AskedLine, 'by' | 'at'>, now: number): boolean {
  const ended = hasEnded(by);
  return ended === undefined ? now - Date.parse(at) < LONGEST_MS : !ended;
}

const LONGEST_MS = 10 * 60 * 1000;

/** The cost of a request. A request that its killed process did not settle counts as its highest plausible cost. */
export const costOfRequest = ({ worst, end }: Pick<LedgerRequest, 'worst' | 'end'>): number | null =>
  end === undefined ? worst : end.usd;

/**
 * Returns what the earlier runs of a session have spent, or those of one agent in it: `null` if the cost of a request is unknown.
 */
export function spentBefore(
  dir: string,
  { session, agentId, since }: { readonly session: string; readonly agentId: string | undefined; readonly since: string },
): number | null {
  let spent = 0;
  for (const request of ledgerRequests(dir, since)) {
    if (request.session !== session || (agentId !== undefined && !request.path.includes(agentId))) continue;
    const cost = costOfRequest(request);
    if (cost === null) return null;
    spent += cost;
  }
  return spent;
}
