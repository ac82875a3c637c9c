import { NONE, type Program } from './program.js';
import { each, NODE_TOOLS, PACKAGES, QUIET, SCRIPT_NAMES } from './rows.js';

const BASE = {
  flags: 'srwvhDPOEif',
  values: 'F',
  long: `${QUIET} recursive workspace-root parallel stream aggregate-output if-present no-bail bail json long parseable prod dev no-optional offline prefer-offline frozen-lockfile no-frozen-lockfile prefer-frozen-lockfile lockfile-only fix-lockfile force ignore-scripts ignore-workspace-root-check shamefully-hoist strict-peer-dependencies save-dev save-prod save-exact save-optional save-peer latest interactive yes no-sort reverse use-stderr fail-if-no-match`,
  longValues: 'filter workspace-concurrency reporter loglevel depth',
} as const;

export const PNPM: Program = {
  options: BASE,
  covers: {
    ...each('install i ci install-test it fetch dedupe prune import rebuild rb', { ...BASE, odd: NONE }),
    ...each('add remove rm uninstall un update up upgrade', { ...BASE, odd: PACKAGES }),
    // Everything behind the name of a script goes to the script.
    ...each('run run-script', { ...BASE, operands: 'task' }),
    ...each(`test t tst start stop restart ${SCRIPT_NAMES}`, { operands: 'own' }),
    ...each('list ls ll la why outdated audit licenses root bin view info show search peers', { ...BASE, odd: PACKAGES }),
    ...each('config get,config list,c get,c list,store status,store path', BASE),
    ...each(NODE_TOOLS, { runs: { from: -1, of: NODE_TOOLS } }),
    exec: { runs: { from: 0, of: NODE_TOOLS } },
  },
  asks: '',
};
