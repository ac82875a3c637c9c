/** All in all less than two seconds: the end of stdin, then SIGTERM, then SIGKILL, each with its time. */
export const PATIENCE = { askedMs: 400, termMs: 600 };
