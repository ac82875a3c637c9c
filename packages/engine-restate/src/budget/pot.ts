/** Money that is held for one request of a run. */
export interface Hold {
  readonly usd: number;
  /** The day on which the request began, in UTC. Its cost belongs to that day. */
  readonly day: string;
  /** The time of the request, in milliseconds since 1970. */
  readonly at: number;
  readonly run: string;
  /** The attempt of one worker to go on with the run. */
  readonly round: string;
  /** True once a later round of the run has asked: the worker of this round is gone, or lost the run. */
  readonly isLost?: true;
}

/** The money of one budget. The sums and the holds are those of the present month; the state does not grow with the requests. */
export interface Pot {
  /** The newest day that a request named, in UTC. It never goes back, so a slow clock does not open a budget anew. */
  readonly day: string;
  readonly spentInDay: number;
  readonly spentInMonth: number;
  /** The requests without an end, by id. */
  readonly holds: Readonly<Record<string, Hold>>;
}

/** The amount of a budget, as the plan of the request has it. The pot keeps no amount, so a plan may change it. */
export interface Amount {
  readonly usd: number;
  readonly per: 'day' | 'month';
}

export interface Wanted {
  readonly id: string;
  readonly usd: number;
  readonly of: Amount;
  readonly run: string;
  readonly round: string;
}

export interface Room {
  readonly left: number;
  readonly underWay: number;
}

/** The time after which a request without an end counts as lost. Almost all answers end before. */
const LONGEST_MS = 10 * 60 * 1000;
/** The time after which the money of a lost request is spent for good. Until then a late end still replaces it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export const EMPTY: Pot = { day: '', spentInDay: 0, spentInMonth: 0, holds: {} };

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const monthOf = (day: string): string => day.slice(0, 7);

/** Returns the pot at a time: a new day or month begins at zero, and requests that were lost long ago are spent. */
export function turned(pot: Pot, now: number): Pot {
  const today = dayOf(now);
  const day = today > pot.day ? today : pot.day;
  const isSameMonth = monthOf(day) === monthOf(pot.day);
  const begun: Pot = {
    day,
    spentInDay: day === pot.day ? pot.spentInDay : 0,
    spentInMonth: isSameMonth ? pot.spentInMonth : 0,
    holds: isSameMonth ? pot.holds : {},
  };
  const old = Object.keys(begun.holds).filter((id) => now - (begun.holds[id]?.at ?? now) > KEPT_MS);
  return old.reduce((one, id) => settled(one, { id, usd: null }), begun);
}

/** Returns the money in the pot, of which an amount leaves so much. */
export function roomIn(pot: Pot, { of, now }: { readonly of: Amount; readonly now: number }): Room {
  let left = of.usd - (of.per === 'day' ? pot.spentInDay : pot.spentInMonth);
  let underWay = 0;
  for (const hold of Object.values(pot.holds)) {
    if (of.per === 'day' && hold.day !== pot.day) continue;
    left -= hold.usd;
    if (hold.isLost !== true && now - hold.at <= LONGEST_MS) underWay += hold.usd;
  }
  return { left, underWay };
}

/**
 * Holds the money of a request if it suffices. The room is that before the request. A repeated request is held once. A round that
 * asks shows that the earlier rounds of its run are over, so nobody waits for their requests any more.
 */
export function held(before: Pot, { id, usd, of, run, round }: Wanted, now: number): { pot: Pot; isHeld: boolean; room: Room } {
  const pot = withoutRounds(before, { run, round });
  const room = roomIn(pot, { of, now });
  if (Object.hasOwn(pot.holds, id)) return { pot, isHeld: true, room };
  // A model that costs nothing needs no money, even where others have used up the budget.
  if (usd > 0 && room.left < usd) return { pot, isHeld: false, room };
  const hold: Hold = { usd, day: pot.day, at: now, run, round };
  return { pot: { ...pot, holds: { ...pot.holds, [id]: hold } }, isHeld: true, room };
}

/** Replaces the money of a request by its cost. Without a known cost, what was held is spent. An unknown request has ended before. */
export function settled(pot: Pot, { id, usd }: { readonly id: string; readonly usd: number | null }): Pot {
  if (!Object.hasOwn(pot.holds, id)) return pot;
  const { [id]: hold, ...holds } = pot.holds;
  const cost = usd ?? hold?.usd ?? 0;
  return {
    day: pot.day,
    spentInDay: pot.spentInDay + (hold?.day === pot.day ? cost : 0),
    spentInMonth: pot.spentInMonth + cost,
    holds,
  };
}

function withoutRounds(pot: Pot, { run, round }: Pick<Hold, 'run' | 'round'>): Pot {
  const isOver = (hold: Hold) => hold.run === run && hold.round !== round && hold.isLost !== true;
  if (!Object.values(pot.holds).some(isOver)) return pot;
  const holds = Object.entries(pot.holds).map(([id, hold]): [string, Hold] => [
    id,
    isOver(hold) ? { ...hold, isLost: true } : hold,
  ]);
  return { ...pot, holds: Object.fromEntries(holds) };
}
