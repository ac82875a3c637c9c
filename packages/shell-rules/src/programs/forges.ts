import type { Program } from './program.js';
import { each } from './rows.js';

/** Another repository of the same forge. A third part would be another machine. */
const REPO = ['R repo', /^(?![\w.-]+\/[\w.-]+$)/] as const;
const SHOW = {
  flags: 'cd',
  values: 'RLsABalqStHwbeuj',
  long: 'comments draft name-only patch watch required log log-failed exit-status verbose exclude-drafts exclude-pre-releases archived fork',
  longValues:
    'repo limit state author assignee label search json jq template base head milestone mention app workflow branch event user status job order sort created language owner topic visibility interval color tag attempt',
  odd: [REPO],
} as const;
const WRITE = {
  flags: 'dfacr',
  values: 'RtbBHalrmp',
  long: 'draft fill fill-first fill-verbose approve comment request-changes dry-run edit-last delete-branch detach force recurse-submodules',
  longValues:
    'repo title body base head assignee label reviewer milestone project reason add-label remove-label add-assignee remove-assignee add-reviewer remove-reviewer add-project remove-project branch',
  // A body from a file is read, and sent away.
  readsValue: 'F body-file',
  odd: [REPO],
} as const;
/** Asks the forge and changes nothing: no method, field, input, header or other machine. */
const API = {
  flags: 'i',
  values: 'qt',
  long: 'paginate include silent slurp verbose',
  longValues: 'jq template cache',
  odd: [['', /:\/\/|^graphql\b/, /^[\w/]/]],
} as const;

export const GH: Program = {
  options: { flags: 'h', long: 'help version', values: 'R', longValues: 'repo', odd: [REPO] },
  covers: {
    ...each(
      'pr list,pr ls,pr view,pr status,pr checks,pr diff,issue list,issue ls,issue view,issue status,run list,run ls,run view,run watch,release list,release ls,release view,repo list,repo ls,workflow list,workflow ls,workflow view,label list,gist list,cache list,ruleset list,ruleset view,variable list,secret list,search code,search commits,search issues,search prs,search repos,status',
      SHOW,
    ),
    'repo view': { ...SHOW, odd: [['', REPO[1]]] },
    ...each(
      'pr create,pr new,pr edit,pr comment,pr review,pr ready,pr checkout,issue create,issue new,issue edit,issue comment',
      WRITE,
    ),
    ...each('auth status,help,version', {}),
    api: API,
  },
  asks: 'actions alias browse codespace completion config environment exit-codes extension formatting gpg-key mintty reference ssh-key',
};

export const GLAB: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: { flags: 'h', long: 'help version' },
  covers: {
    ...each(
      'mr list,mr ls,mr view,mr show,mr diff,issue list,issue ls,issue view,issue show,ci list,ci ls,ci view,ci status,ci get,repo view,release list,release view,label list',
      {
        ...SHOW,
        flags: 'cFpPaAd',
        values: 'RPpbsl',
        longValues: `${SHOW.longValues} per-page page`,
      },
    ),
    ...each('mr create,mr new,mr note,issue create,issue new,issue note', {
      ...WRITE,
      flags: 'fy',
      values: 'RtdblamSs',
      long: 'fill yes draft wip remove-source-branch squash-before-merge',
      longValues: `${WRITE.longValues} description target-branch source-branch message`,
    }),
    api: { ...API, flags: 'i', values: '', longValues: '' },
  },
  asks: '',
};
