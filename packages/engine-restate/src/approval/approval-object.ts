import { isProven } from '@loadout/command';
import type { ObjectContext, VirtualObjectDefinition } from '@restatedev/restate-sdk';
import type { EngineKey } from '../door/engine-key.js';
import { type Act, type Sealed, seal, unsealed } from '../door/sealed.js';
import type { Restate } from '../load-restate.js';
import { APPROVALS } from '../names.js';
import { RETRIES } from '../objects/retries.js';
import type { Approval, Ask } from './approval.js';
import { readAnswer } from './read-answer.js';

export interface Opened {
  readonly ask: Ask;
  /** The id by which the waiting run is answered. */
  readonly awakeable: string;
  /** Milliseconds until the question expires. */
  readonly expireAfter?: number | undefined;
}

export type Answer = Omit<Approval, 'hash' | 'at' | 'isExpired'>;

/** An answer on its way to the run: as it was sealed, so that the run knows that it came from here. */
export interface Sent {
  readonly sealed: Sealed<Found>;
  readonly at: string;
}

export const answerTo = (hash: string): Act => ({ act: 'answer', service: APPROVALS, of: hash });

interface Handlers {
  open(ctx: ObjectContext, opened: Opened): Promise<void>;
  answer(ctx: ObjectContext, sent: unknown): Promise<void>;
  expire(ctx: ObjectContext): Promise<void>;
}

/** The approvals as a run calls them. */
export const approvals: VirtualObjectDefinition<typeof APPROVALS, Handlers> = { name: APPROVALS };

/**
 * The approvals, one object for each. An object has one writer at a time, so the first answer counts: a person's, or that nobody
 * answered in time. It stays on record. Only runs open approvals and set their timers; the engine refuses others. An answer that is not
 * sealed with the key of the engine is refused.
 */
export const approvalObject = (restate: Restate, key: EngineKey) => {
  const ofRuns = restate.handlers.object.exclusive;
  return restate.object({
    name: APPROVALS,
    handlers: {
      open: ofRuns({ ingressPrivate: true }, async (ctx: ObjectContext, opened: Opened): Promise<void> => {
        ctx.set('opened', opened);
        const { expireAfter: delay } = opened;
        if (delay !== undefined) ctx.objectSendClient(approvals, ctx.key).expire(restate.rpc.sendOpts({ delay }));
      }),
      answer: async (ctx: ObjectContext, sent: unknown): Promise<void> => {
        const answer = readAnswer(unsealed(sent, { key, restate, ...answerTo(ctx.key) }));
        await settle(ctx, key, ({ ask }) => {
          const counts = answer !== undefined && isProven({ ...answer, hash: ctx.key }, ask.from);
          return counts ? { ...answer, isExpired: undefined } : undefined;
        });
      },
      expire: ofRuns({ ingressPrivate: true }, (ctx: ObjectContext): Promise<void> => settle(ctx, key, expired)),
    },
    options: { retryPolicy: RETRIES },
  });
};

type Found = Omit<Approval, 'hash' | 'at'>;

const expired = ({ ask: { expires } }: Opened): Found => ({
  behavior: 'deny',
  message: `Nobody answered until ${expires}, so the call is denied.`,
  by: 'nobody',
  isExpired: true,
});

/** Records the first answer that counts, and wakes the run. */
async function settle(ctx: ObjectContext, key: EngineKey, find: (opened: Opened) => Found | undefined): Promise<void> {
  const opened = await ctx.get<Opened>('opened');
  const before = await ctx.get<Approval>('approval');
  if (opened === null || before !== null) return;
  const found = find(opened);
  if (found === undefined) return;
  const at = await ctx.date.toJSON();
  ctx.set<Approval>('approval', { ...found, hash: ctx.key, at });
  ctx.resolveAwakeable<Sent>(opened.awakeable, { sealed: seal(key, answerTo(ctx.key), found), at });
}
