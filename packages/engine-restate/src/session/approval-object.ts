import type { ObjectContext, VirtualObjectDefinition } from '@restatedev/restate-sdk';
import type { Approval, Ask } from '../approval.js';
import type { Restate } from '../load-restate.js';
import { APPROVALS } from '../names.js';

export interface Opened {
  readonly ask: Ask;
  /** The id by which the waiting run is answered. */
  readonly awakeable: string;
}

export type Answer = Omit<Approval, 'hash' | 'at'>;

export type Answered =
  | { readonly state: 'unknown' }
  /** The answer was given now, or it had been given before and stays. */
  | { readonly state: 'given' | 'before'; readonly approval: Approval };

interface Handlers {
  open(ctx: ObjectContext, opened: Opened): Promise<void>;
  answer(ctx: ObjectContext, answer: Answer): Promise<Answered>;
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
      answer: async (ctx: ObjectContext, answer: Answer): Promise<Answered> => {
        const opened = await ctx.get<Opened>('opened');
        if (opened === null) return { state: 'unknown' };
        const before = await ctx.get<Approval>('approval');
        if (before !== null) return { state: 'before', approval: before };
        const approval: Approval = { ...answer, hash: ctx.key, at: await ctx.date.toJSON() };
        ctx.set('approval', approval);
        ctx.resolveAwakeable(opened.awakeable, approval);
        return { state: 'given', approval };
      },
    },
  });
