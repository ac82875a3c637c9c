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
    ...each('install i ci clean-install ic install-clean install-test it fetch dedupe prune import rebuild rb', {
      ...BASE,
      odd: NONE,
    }),
    ...each('add remove rm uninstall un uni update up upgrade', { ...BASE, odd: PACKAGES }),
    // Everything behind the name of a script goes to the script.
    ...each('run run-script', { ...BASE, operands: 'task' }),
    ...each(`test t tst start stop restart ${SCRIPT_NAMES}`, { operands: 'own' }),
    ...each(
      'list ls ll la why outdated audit licenses licences root bin prefix view info show v search s se find fund sbom ping whoami peers',
      { ...BASE, odd: PACKAGES },
    ),
    ...each('config get,config list,c get,c list,store status,store path', BASE),
    ...each(NODE_TOOLS, { runs: { from: -1, of: NODE_TOOLS } }),
    exec: { runs: { from: 0, of: NODE_TOOLS } },
  },
  asks: 'access adduser approve approve-builds bugs cache cat-file cat-index change clean completion create deploy deprecate dislink dist-tag dist-tags dlx docs doctor edit env find-hash get help home ignored-builds init issues lane link ln login logout m multi owner owners pack pack-app patch patch-commit patch-remove permissions pipeline pkg profile publish purge recursive repo rt runtime self-update set set-script setup shim ss stage star stars tasks team token undeprecate unlink unpublish unstar version with xmas',
};
