/** Calls the function that the checker gives, without its time limit: a pattern that hangs holds up the page of who wrote it. */
export const runInNewContext = (_, { work }) => work();

import * as all from './vm.js';

export default all;
