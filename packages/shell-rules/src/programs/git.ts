import { GIT_CHANGES } from './git-changes.js';
import { GIT_LOOKS } from './git-looks.js';
import type { Program } from './program.js';

/** Source: git's manual pages and `git <command> --git-completion-helper-all`. */
export const GIT: Program = {
  options: {
    flags: 'P',
    values: 'C',
    long: 'no-pager no-optional-locks no-replace-objects literal-pathspecs',
  },
  covers: { ...GIT_LOOKS, ...GIT_CHANGES },
  asks: 'add--interactive bisect--helper bugreport checkout--worker checkout-index commit-graph commit-tree credential credential-cache credential-cache--daemon credential-store daemon diagnose difftool difftool--helper env--helper fast-export fast-import fetch-pack filter-branch fmt-merge-msg for-each-repo fsck-objects fsmonitor--daemon help hook http-backend http-fetch http-push imap-send index-pack init-db instaweb interpret-trailers mailinfo mailsplit maintenance merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree mergetool mktag mktree multi-pack-index pack-objects pack-redundant pickaxe quiltimport read-tree receive-pack remote-ext remote-fd remote-ftp remote-ftps remote-http remote-https replace request-pull send-pack sh-i18n--envsubst shell show-index submodule--helper subtree unpack-file unpack-objects update-ref update-server-info upload-archive upload-archive--writer upload-pack verify-commit verify-tag web--browse',
};
