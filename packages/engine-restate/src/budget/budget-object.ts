import type { ObjectContext, ObjectSharedContext, VirtualObjectDefinition } from '@restatedev/restate-sdk';
import type { EngineKey } from '../door/engine-key.js';
import { unsealed } from '../door/sealed.js';
import type { Restate } from '../load-restate.js';
import { BUDGETS } from '../names.js';
import { RETRIES } from '../objects/retries.js';
import { type BudgetState, EMPTY, held, type Room, roomIn, settled, turned } from './budget-state.js';
import { readChanges, readWait } from './messages.js';
import { WAIT_MS, type Waiter, wakeable } from './queue.js';

/** The answer to one wish for money. */
export interface Held {
  readonly isHeld: boolean;
  readonly room: Room;
}

interface Handlers {
  change(ctx: ObjectContext, changes: unknown): Promise<readonly Held[]>;
  wait(ctx: ObjectSharedContext, wish: unknown): Promise<void>;
  enter(ctx: ObjectContext, waiter: Waiter): Promise<void>;
  leave(ctx: ObjectContext, awakeable: string): Promise<void>;
}

const budgets: VirtualObjectDefinition<typeof BUDGETS, Handlers> = { name: BUDGETS };

/**
 * The budgets, one object for each. An object has one writer at a time, so of two requests that ask at once exactly one is first,
 * whatever workers they are from. Times come with the calls, by the clock that the answers of the engine told the workers. A clock of
 * this object would be that of whichever worker runs it, and would cost a step.
 */
export const budgetObject = (restate: Restate, key: EngineKey) => {
  const { exclusive, shared } = restate.handlers.object;
  return restate.object({
    name: BUDGETS,
    handlers: {
      change: async (ctx: ObjectContext, sent: unknown): Promise<readonly Held[]> => {
        const changes = readChanges(unsealed(sent, { key, restate, act: 'money', service: BUDGETS, of: ctx.key }));
        if (typeof changes === 'string') throw new restate.TerminalError(changes, { errorCode: 400 });
        const { now, about, settles, wishes } = changes;
        let state = settles.reduce(settled, turned(await stateOf(ctx), now));
        const answers = wishes.map((wish) => {
          const { state: after, ...answer } = held(state, wish, now);
          state = after;
          return answer;
        });
        ctx.set('state', state);
        if (about !== undefined) ctx.set('about', about);
        await wake(ctx, { state, now });
        return answers;
      },
      // A request that waits is no run: the engine keeps it without a worker.
      wait: shared({ inactivityTimeout: 0 }, async (ctx: ObjectSharedContext, sent: unknown): Promise<void> => {
        const wish = readWait(unsealed(sent, { key, restate, act: 'wait', service: BUDGETS, of: ctx.key }));
        if (typeof wish === 'string') throw new restate.TerminalError(wish, { errorCode: 400 });
        const { left, underWay } = roomIn(turned(await stateOf(ctx), wish.at), { of: wish.of, now: wish.at });
        if (left >= wish.usd || left + underWay < wish.usd) return;
        const { id, promise } = ctx.awakeable<null>();
        ctx.objectSendClient(budgets, ctx.key).enter({ ...wish, awakeable: id });
        try {
          await promise.orTimeout(WAIT_MS);
        } catch (error) {
          if (!(error instanceof restate.TimeoutError)) throw error;
          ctx.objectSendClient(budgets, ctx.key).leave(id);
        }
      }),
      enter: exclusive({ ingressPrivate: true }, async (ctx: ObjectContext, waiter: Waiter): Promise<void> => {
        const state = turned(await stateOf(ctx), waiter.at);
        await wake(ctx, { state, now: waiter.at, entering: waiter });
      }),
      leave: exclusive({ ingressPrivate: true }, async (ctx: ObjectContext, awakeable: string): Promise<void> => {
        const queue = await queueOf(ctx);
        const left = queue.filter((one) => one.awakeable !== awakeable);
        if (left.length < queue.length) ctx.set('queue', left);
      }),
    },
    // A request is thousands of times shorter than a day, and nobody asks for it again.
    options: { retryPolicy: RETRIES, journalRetention: 0 },
  });
};

type Reading = Pick<ObjectSharedContext, 'get'>;

const stateOf = async (ctx: Reading): Promise<BudgetState> => (await ctx.get<BudgetState>('state')) ?? EMPTY;
const queueOf = async (ctx: Reading): Promise<readonly Waiter[]> => (await ctx.get<readonly Waiter[]>('queue')) ?? [];

interface Waking {
  readonly state: BudgetState;
  readonly now: number;
  readonly entering?: Waiter | undefined;
}

/** Wakes the requests that may go on. */
async function wake(ctx: ObjectContext, { state, now, entering }: Waking): Promise<void> {
  const before = await queueOf(ctx);
  const queue = entering === undefined ? before : [...before, entering];
  if (queue.length === 0) return;
  const { woken, waiting } = wakeable(queue, { state, now });
  for (const { awakeable } of woken) ctx.resolveAwakeable(awakeable, null);
  if (waiting.length === 0) ctx.clear('queue');
  else ctx.set('queue', waiting);
}
