/**
 * A process checks one file or two. To compile the schema first takes longer than to walk it. This is no setting of zod itself, which every
 * copy of zod in the process would share.
 */
export const ONCE = { jitless: true };
