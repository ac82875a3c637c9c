/** Programs do not run in a browser, and whoever starts one is told so. */
const refusal = (name) => Object.assign(new Error(`${name} does not run in the playground`), { code: 'ENOENT' });

export function execFile(name, ...given) {
  const done = given.at(-1);
  if (typeof done === 'function') setTimeout(() => done(refusal(name), '', ''), 0);
  return {};
}
export function spawn(name) {
  throw refusal(name);
}
export const [execFileSync, spawnSync, execSync, exec, fork] = [spawn, spawn, spawn, spawn, spawn];

import * as all from './child_process.js';

export default all;
