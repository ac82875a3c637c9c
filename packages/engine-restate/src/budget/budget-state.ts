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
export interface BudgetState {
  /** The newest day that a request named, in UTC. It never goes back, so a slow clock does not open a budget anew. */
  readonly day: string;
  readonly spentInDay: number;
  readonly spentInMonth: number;
  /** The requests without an end, by id. */
  readonly holds: Readonly<Record<string, Hold>>;
}

/** The amount of a budget, as the plan of the request has it. The state keeps no amount, so a plan may change it. */
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

export const EMPTY: BudgetState = { day: '', spentInDay: 0, spentInMonth: 0, holds: {} };

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const monthOf = (day: string): string => day.slice(0, 7);

/** Returns the state at a time: a new day or month begins at zero, and requests that were lost long ago are spent. */
export function turned(state: BudgetState, now: number): BudgetState {
  const today = dayOf(now);
  const day = today > state.day ? today : state.day;
  const isSameMonth = monthOf(day) === monthOf(state.day);
  const begun: BudgetState = {
    day,
    spentInDay: day === state.day ? state.spentInDay : 0,
    spentInMonth: isSameMonth ? state.spentInMonth : 0,
    holds: isSameMonth ? state.holds : {},
  };
  const old = Object.keys(begun.holds).filter((id) => now - (begun.holds[id]?.at ?? now) > KEPT_MS);
  return old.reduce((one, id) => settled(one, { id, usd: null }), begun);
}

/** Returns the money in the state, of which an amount leaves so much. */
export function roomIn(state: BudgetState, { of, now }: { readonly of: Amount; readonly now: number }): Room {
  let left = of.usd - (of.per === 'day' ? state.spentInDay : state.spentInMonth);
  let underWay = 0;
  for (const hold of Object.values(state.holds)) {
    if (of.per === 'day' && hold.day !== state.day) continue;
    left -= hold.usd;
    if (hold.isLost !== true && now - hold.at <= LONGEST_MS) underWay += hold.usd;
  }
  return { left, underWay };
}

/**
 * Holds the money of a request if it suffices. The room is that before the request. A repeated request is held once. A round that
 * asks shows that the earlier rounds of its run are over, so nobody waits for their requests any more.
 */
export function held(
  before: BudgetState,
  { id, usd, of, run, round }: Wanted,
  now: number,
): { state: BudgetState; isHeld: boolean; room: Room } {
  const state = withoutRounds(before, { run, round });
  const room = roomIn(state, { of, now });
  if (Object.hasOwn(state.holds, id)) return { state, isHeld: true, room };
  // A model that costs nothing needs no money, even where others have used up the budget.
  if (usd > 0 && room.left < usd) return { state, isHeld: false, room };
  const hold: Hold = { usd, day: state.day, at: now, run, round };
  return { state: { ...state, holds: { ...state.holds, [id]: hold } }, isHeld: true, room };
}

/** Replaces the money of a request by its cost. Without a known cost, what was held is spent. An unknown request has ended before. */
export function settled(state: BudgetState, { id, usd }: { readonly id: string; readonly usd: number | null }): BudgetState {
  if (!Object.hasOwn(state.holds, id)) return state;
  const { [id]: hold, ...holds } = state.holds;
  const cost = usd ?? hold?.usd ?? 0;
  return {
    day: state.day,
    spentInDay: state.spentInDay + (hold?.day === state.day ? cost : 0),
    spentInMonth: state.spentInMonth + cost,
    holds,
  };
}

function withoutRounds(state: BudgetState, { run, round }: Pick<Hold, 'run' | 'round'>): BudgetState {
  const isOver = (hold: Hold) => hold.run === run && hold.round !== round && hold.isLost !== true;
  if (!Object.values(state.holds).some(isOver)) return state;
  const holds = Object.entries(state.holds).map(([id, hold]): [string, Hold] => [
    id,
    isOver(hold) ? { ...hold, isLost: true } : hold,
  ]);
  return { ...state, holds: Object.fromEntries(holds) };
}
