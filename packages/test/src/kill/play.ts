import { playJob } from './play-job.js';

/** The program that plays one job of a kill test, which the file of its argument describes. */
await playJob(process.argv[2] ?? '');
