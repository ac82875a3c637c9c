import { NONE, type Program } from './program.js';
import { each, NODE_TOOLS, PACKAGES, QUIET, SCRIPT_NAMES } from './rows.js';

const BASE = { flags: 's', long: `${QUIET} json no-progress non-interactive offline prefer-offline` } as const;
const INSTALL = {
  flags: 'DPOETCdeosW',
  long: `${BASE.long} dev peer optional exact tilde caret ignore-workspace-root-check frozen-lockfile immutable immutable-cache inline-builds check-cache pure-lockfile production force ignore-scripts ignore-optional ignore-engines no-lockfile refresh-lockfile audit check-files flat latest interactive`,
  longValues: 'mode network-timeout network-concurrency',
} as const;

export const YARN: Program = {
  options: INSTALL,
  covers: {
    ...each('install dedupe check', { ...INSTALL, odd: NONE }),
    ...each('add remove up upgrade', { ...INSTALL, odd: PACKAGES }),
    ...each(`test start ${SCRIPT_NAMES}`, { operands: 'own' }),
    // A name that is no script is a program of a package.
    run: {
      operands: 'task',
      odd: [['', new RegExp(`^(?!(?:${SCRIPT_NAMES.replaceAll(' ', '|')}|test|start|stop|[\\w.-]+:[\\w.:-]+)$)`)]],
    },
    ...each('list info why outdated audit licenses explain search', {
      ...BASE,
      longValues: 'pattern depth level groups',
      flags: 'sRA',
      odd: PACKAGES,
    }),
    ...each('config get,config list,workspaces list,workspaces info,npm info,npm audit,cache list', { ...BASE, flags: 'sR' }),
    ...each(NODE_TOOLS, { runs: { from: -1, of: NODE_TOOLS } }),
    exec: { runs: { from: 0, of: NODE_TOOLS } },
    workspace: { runs: { from: 1, of: 'yarn', as: 'yarn' } },
    'workspaces foreach': {
      flags: 'AtpvijR',
      long: 'all topological topological-dev parallel verbose interlaced recursive dry-run no-private worktree',
      values: '',
      longValues: 'jobs include exclude from since',
      runs: { from: 0, of: 'yarn', as: 'yarn' },
    },
  },
  asks: 'access autoclean bin constraints create dlx generate-lock-entry global help import init link login logout node owner pack patch patch-commit plugin policies publish rebuild set stage tag team unlink unplug upgrade-interactive version versions',
};
