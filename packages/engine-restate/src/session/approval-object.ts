import type { ObjectContext, VirtualObjectDefinition } from '@restatedev/restate-sdk';
import type { Approval, Ask } from '../approval.js';
import type { Restate } from '../load-restate.js';
import { APPROVALS } from '../names.js';
import { RETRIES } from './retries.js';

export interface Opened {
  readonly ask: Ask;
  /** The id by which the waiting run is answered. */
  readonly awakeable: string;
}

export type Answer = Omit<Approval, 'hash' | 'at'>;

interface Handlers {
  open(ctx: ObjectContext, opened: Opened): Promise<void>;
  answer(ctx: ObjectContext, answer: Answer): Promise<void>;
}

/** The approvals as a run calls them. */
export const approvals: VirtualObjectDefinition<typeof APPROVALS, Handlers> = { name: APPROVALS };

/** The approvals, one object for each. An object has one writer at a time, so an answer is given once. It stays on record. */
export const approvalObject = (restate: Restate) =>
  restate.object({
    name: APPROVALS,
    handlers: {
      open: async (ctx: ObjectContext, opened: Opened): Promise<void> => {
        ctx.set('opened', opened);
      },
      answer: async (ctx: ObjectContext, answer: Answer): Promise<void> => {
        const opened = await ctx.get<Opened>('opened');
        const before = await ctx.get<Approval>('approval');
        if (opened === null || before !== null) return;
        const approval: Approval = { ...answer, hash: ctx.key, at: await ctx.date.toJSON() };
        ctx.set('approval', approval);
        ctx.resolveAwakeable(opened.awakeable, approval);
      },
    },
    options: { retryPolicy: RETRIES },
  });
