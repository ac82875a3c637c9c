/** By program: the options and subcommands that a rule for it covers. Written by `npm run tables`. */
export const COVERED_WORDS: Readonly<Record<string, readonly string[]>> = {
  git: '-P|-C|--no-pager|--no-optional-locks|--no-replace-objects|--literal-pathspecs|status|diff|log|show|shortlog|reflog|rev-list|rev-parse|ls-files|ls-tree|blame|grep|branch|tag|for-each-ref|show-ref|symbolic-ref|name-rev|describe|merge-base|cat-file|remote|remote get-url|stash list|stash show|check-ignore|count-objects|config|worktree list|version|whatchanged|diff-tree|diff-index|diff-files|range-diff|ls-remote|annotate|cherry|show-branch|check-attr|check-ref-format|check-mailmap|hash-object|merge-tree|patch-id|stripspace|column|verify-pack|get-tar-commit-id|var|fsck|archive|format-patch|bundle verify|bundle list-heads|add|stage|commit|reset|restore|checkout|switch|rm|mv|clean|merge|cherry-pick|revert|rebase|am|apply|stash|stash push|stash save|stash pop|stash apply|stash drop|stash branch|stash clear|fetch|pull|push|clone|init|remote show|remote prune|remote update|remote rename|remote remove|remote rm|remote set-head|remote set-branches|bisect start|bisect good|bisect bad|bisect old|bisect new|bisect skip|bisect reset|bisect log|bisect terms|notes list|notes show|notes add|notes append|notes copy|notes remove|notes prune|reflog show|reflog exists|worktree remove|worktree prune|worktree lock|worktree unlock|submodule status|sparse-checkout list|sparse-checkout init|sparse-checkout set|sparse-checkout add|sparse-checkout reapply|sparse-checkout disable|rerere status|rerere diff|rerere remaining|rerere clear|rerere forget|update-index|write-tree|gc|pack-refs|prune|prune-packed|repack'.split(
    '|',
  ),
  gh: '-h|-R|--help|--version|pr list|pr ls|pr view|pr status|pr checks|pr diff|issue list|issue ls|issue view|issue status|run list|run ls|run view|run watch|release list|release ls|release view|repo list|repo ls|workflow list|workflow ls|workflow view|label list|gist list|cache list|ruleset list|ruleset view|variable list|secret list|search code|search commits|search issues|search prs|search repos|status|repo view|pr create|pr new|pr edit|pr comment|pr review|pr ready|pr checkout|issue create|issue new|issue edit|issue comment|auth status|help|version|api'.split(
    '|',
  ),
  glab: '-h|--help|--version|mr list|mr ls|mr view|mr show|mr diff|issue list|issue ls|issue view|issue show|ci list|ci ls|ci view|ci status|ci get|repo view|release list|release view|label list|mr create|mr new|mr note|issue create|issue new|issue note|api'.split(
    '|',
  ),
  npm: '-s|-q|-d|-l|-a|-p|-y|-v|-h|-w|--silent|--quiet|--verbose|--color|--no-color|--help|--version|--json|--long|--parseable|--yes|--if-present|--ignore-scripts|--foreground-scripts|--workspaces|--include-workspace-root|--no-workspaces|--offline|--prefer-offline|--prefer-online|--dry-run|--no-progress|--no-update-notifier|--no-audit|--no-fund|--force|--all|--production|test|t|tst|start|stop|restart|run|run-script|rum|urn|ci|clean-install|ic|install-clean|isntall-clean|install-ci-test|cit|clean-install-test|install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|add|install-test|it|uninstall|unlink|remove|rm|r|un|update|up|upgrade|udpate|u|dedupe|ddp|find-dupes|prune|rebuild|rb|ls|list|la|ll|explain|why|outdated|fund|query|audit|sbom|view|v|info|show|search|s|se|find|ping|whoami|root|prefix|stars|cache verify|cache ls|config get|config list|config ls|c get|c list|c ls|get|pkg get|dist-tag ls|dist-tags|version|verison|pack|shrinkwrap|init|create|innit'.split(
    '|',
  ),
  pnpm: '-s|-r|-w|-v|-h|-D|-P|-O|-E|-i|-f|-F|--silent|--quiet|--verbose|--color|--no-color|--help|--version|--recursive|--workspace-root|--parallel|--stream|--aggregate-output|--if-present|--no-bail|--bail|--json|--long|--parseable|--prod|--dev|--no-optional|--offline|--prefer-offline|--frozen-lockfile|--no-frozen-lockfile|--prefer-frozen-lockfile|--lockfile-only|--fix-lockfile|--force|--ignore-scripts|--ignore-workspace-root-check|--shamefully-hoist|--strict-peer-dependencies|--save-dev|--save-prod|--save-exact|--save-optional|--save-peer|--latest|--interactive|--yes|--no-sort|--reverse|--use-stderr|--fail-if-no-match|install|i|ci|clean-install|ic|install-clean|install-test|it|fetch|dedupe|prune|import|rebuild|rb|add|remove|rm|uninstall|un|uni|update|up|upgrade|run|run-script|test|t|tst|start|stop|restart|build|build:prod|build:dev|build:watch|dev|develop|start:dev|serve|preview|lint|lint:fix|lint:js|lint:ts|lint:css|typecheck|type-check|types|tsc:check|check:types|format|format:check|format:fix|prettier:check|test:unit|test:e2e|test:integration|test:watch|test:coverage|test:ci|e2e|coverage|compile|bundle|generate|codegen|storybook|build-storybook|docs:build|validate|verify|list|ls|ll|la|why|outdated|audit|licenses|licences|root|bin|prefix|view|info|show|v|search|s|se|find|fund|sbom|ping|whoami|peers|config get|config list|c get|c list|store status|store path|tsc|eslint|prettier|biome|vitest|jest|mocha|vite|turbo|nx|exec'.split(
    '|',
  ),
  yarn: '-D|-P|-O|-E|-T|-C|-d|-e|-o|-s|-W|--silent|--quiet|--verbose|--color|--no-color|--help|--version|--json|--no-progress|--non-interactive|--offline|--prefer-offline|--dev|--peer|--optional|--exact|--tilde|--caret|--ignore-workspace-root-check|--frozen-lockfile|--immutable|--immutable-cache|--inline-builds|--check-cache|--pure-lockfile|--production|--force|--ignore-scripts|--ignore-optional|--ignore-engines|--no-lockfile|--refresh-lockfile|--audit|--check-files|--flat|--latest|--interactive|install|dedupe|check|add|remove|up|upgrade|test|start|build|build:prod|build:dev|build:watch|dev|develop|start:dev|serve|preview|lint|lint:fix|lint:js|lint:ts|lint:css|typecheck|type-check|types|tsc:check|check:types|format|format:check|format:fix|prettier:check|test:unit|test:e2e|test:integration|test:watch|test:coverage|test:ci|e2e|coverage|compile|bundle|generate|codegen|storybook|build-storybook|docs:build|validate|verify|run|list|info|why|outdated|audit|licenses|explain|search|config get|config list|workspaces list|workspaces info|npm info|npm audit|cache list|tsc|eslint|prettier|biome|vitest|jest|mocha|vite|turbo|nx|exec|workspace|workspaces foreach'.split(
    '|',
  ),
  bun: '-h|-v|--silent|--quiet|--verbose|--color|--no-color|--help|--version|install|i|ci|add|a|remove|rm|update|outdated|audit|why|info|test|run|build:prod|build:dev|build:watch|dev|develop|start:dev|serve|preview|lint|lint:fix|lint:js|lint:ts|lint:css|typecheck|type-check|types|tsc:check|check:types|format|format:check|format:fix|prettier:check|test:unit|test:e2e|test:integration|test:watch|test:coverage|test:ci|e2e|coverage|compile|bundle|generate|codegen|storybook|build-storybook|docs:build|validate|verify|pm ls|pm bin|pm hash|pm cache|tsc|eslint|prettier|biome|vitest|jest|mocha|vite|turbo|nx|x'.split(
    '|',
  ),
  deno: '-h|-V|-q|--help|--version|--quiet|test|bench|check|lint|fmt|task|run|info|outdated|audit|types'.split('|'),
  npx: '-y|-q|--yes|--no|--no-install|--quiet|--prefer-offline|--offline|--ignore-existing|'.split('|'),
  bunx: '--bun|--silent|--verbose|--no-install|'.split('|'),
  pnpx: '--silent|'.split('|'),
  tsc: '--noEmit|--noEmitOnError|--pretty|--watch|--w|--build|--b|--listFiles|--listFilesOnly|--listEmittedFiles|--incremental|--skipLibCheck|--strict|--emitDeclarationOnly|--declaration|--d|--sourceMap|--verbose|--v|--dry|--force|--f|--clean|--version|--help|--h|--all|--showConfig|--traceResolution|--diagnostics|--extendedDiagnostics|--explainFiles|--allowJs|--checkJs|--esModuleInterop|--resolveJsonModule|--isolatedModules|--noImplicitAny|--noImplicitReturns|--noUnusedLocals|--noUnusedParameters|--strictNullChecks|--exactOptionalPropertyTypes|--noUncheckedIndexedAccess|--forceConsistentCasingInFileNames|--allowImportingTsExtensions|--preserveWatchOutput|--stopBuildOnErrors|--composite|--noResolve|'.split(
    '|',
  ),
  eslint:
    '-h|-v|-f|--fix|--fix-dry-run|--quiet|--cache|--no-cache|--color|--no-color|--report-unused-disable-directives|--no-error-on-unmatched-pattern|--no-warn-ignored|--debug|--stats|--version|--help|--exit-on-fatal-error|--no-inline-config|--env-info|--pass-on-no-patterns|--pass-on-unpruned-suppressions|--prune-suppressions|--suppress-all|--no-ignore|'.split(
      '|',
    ),
  prettier:
    '-c|-l|-w|-u|-h|--check|--write|--list-different|--ignore-unknown|--no-color|--color|--cache|--no-cache|--single-quote|--jsx-single-quote|--no-semi|--no-bracket-spacing|--bracket-same-line|--use-tabs|--no-editorconfig|--no-config|--no-error-on-unmatched-pattern|--version|--help|--with-node-modules|--support-info|--require-pragma|--insert-pragma|--no-plugin-search|--single-attribute-per-line|'.split(
      '|',
    ),
  biome: '-h|-V|--help|--version|check|lint|format|ci|explain|version|rage'.split('|'),
  vitest:
    '-w|-u|-h|-t|--run|--update|--no-coverage|--passWithNoTests|--globals|--dom|--expandSnapshotDiff|--no-file-parallelism|--fileParallelism|--isolate|--no-isolate|--allowOnly|--dangerouslyIgnoreUnhandledErrors|--logHeapUsage|--no-color|--version|--help|--hideSkippedTests|--clearScreen|--json|--filesOnly||run|watch|dev|related|bench|list|typecheck'.split(
      '|',
    ),
  jest: '-i|-b|-u|-o|-f|-e|-t|-t|-w|--runInBand|--noStackTrace|--updateSnapshot|--onlyChanged|--onlyFailures|--lastCommit|--no-cache|--detectOpenHandles|--detectLeaks|--forceExit|--listTests|--json|--colors|--no-colors|--findRelatedTests|--runTestsByPath|--no-coverage|--logHeapUsage|--randomize|--expand|--debug|--showConfig|--noWatch|--watchman|--no-watchman|--clearMocks|--resetMocks|--restoreMocks|--version|--help|--errorOnDeprecated|--openHandlesTimeout|--injectGlobals|--showSeed|--waitNextEventLoopTurnForUnhandledRejectionEvents|'.split(
    '|',
  ),
  mocha:
    '-b|-w|-i|-p|-c|-A|-G|-S|-h|-g|-f|-t|-s|-j|-R|--bail|--watch|--exit|--recursive|--parallel|--color|--no-color|--dry-run|--invert|--check-leaks|--forbid-only|--forbid-pending|--full-trace|--sort|--inline-diffs|--diff|--no-diff|--pass-on-failing-test-suite|--fail-zero|--async-only|--growl|--version|--help|--list-interfaces|--list-reporters|'.split(
      '|',
    ),
  vite: '-l|-m|-d|-f|-w|-m|-l|--strictPort|--force|--clearScreen|--ssr|--emptyOutDir|--minify|--watch|--sourcemap|--profile|--debug|--host|--help|--version||dev|serve|build|preview|optimize'.split(
    '|',
  ),
  turbo:
    '-F|-h|-F|--force|--parallel|--continue|--no-cache|--only|--affected|--no-daemon|--daemon|--remote-only|--color|--no-color|--help|--version|--dry|--dry-run|run|test|start|build|build:prod|build:dev|build:watch|dev|develop|start:dev|serve|preview|lint|lint:fix|lint:js|lint:ts|lint:css|typecheck|type-check|types|tsc:check|check:types|format|format:check|format:fix|prettier:check|test:unit|test:e2e|test:integration|test:watch|test:coverage|test:ci|e2e|coverage|compile|bundle|codegen|storybook|build-storybook|docs:build|validate|verify|ls|info'.split(
      '|',
    ),
  nx: '--|run|run-many|affected|test|start|build|build:prod|build:dev|build:watch|dev|develop|start:dev|serve|preview|lint|lint:fix|lint:js|lint:ts|lint:css|typecheck|type-check|types|tsc:check|check:types|format|format:check|format:fix|prettier:check|test:unit|test:e2e|test:integration|test:watch|test:coverage|test:ci|e2e|coverage|compile|bundle|codegen|storybook|build-storybook|docs:build|validate|verify|show project|show projects|show target|list|report'.split(
    '|',
  ),
  cargo:
    '-v|-q|-V|-h|--verbose|--quiet|--offline|--locked|--frozen|--help|--version|--list|build|b|check|c|test|t|run|r|bench|doc|d|clippy|fmt|tree|metadata|fetch|generate-lockfile|locate-project|verify-project|clean|pkgid|search|info|update|add|remove|rm|version|help'.split(
      '|',
    ),
  rustup:
    '-v|-q|-V|--verbose|--quiet|--version|--help|show|show active-toolchain|toolchain list|target list|component list|which|check|show home'.split(
      '|',
    ),
  go: '--|build|vet|test|run|list|fmt|doc|mod tidy|mod download|mod graph|mod why|mod verify|get|clean|env|version|help'.split(
    '|',
  ),
  docker:
    '-D|-v|-l|--debug|--version|--help|ps|images|container ls|container ps|container list|image ls|image list|volume ls|network ls|search|logs|container logs|inspect|container inspect|image inspect|volume inspect|network inspect|stats|container stats|top|container top|port|container port|diff|container diff|history|image history|version|info|events|system df|system info|context ls|context show|context inspect|buildx ls|buildx version|buildx inspect|buildx du|build|image build|builder build|buildx build|run|container run|exec|container exec|start|stop|restart|kill|pause|unpause|wait|rename|tag|container start|container stop|container restart|container kill|rm|rmi|container rm|image rm|pull|image pull|help|compose'.split(
      '|',
    ),
  podman:
    '-v|--version|--help|ps|images|container ls|container ps|container list|image ls|image list|volume ls|network ls|search|logs|container logs|inspect|container inspect|image inspect|volume inspect|network inspect|stats|container stats|top|container top|port|container port|diff|container diff|history|image history|version|info|events|system df|system info|context ls|context show|context inspect|buildx ls|buildx version|buildx inspect|buildx du|build|image build|builder build|buildx build|run|container run|exec|container exec|start|stop|restart|kill|pause|unpause|wait|rename|tag|container start|container stop|container restart|container kill|rm|rmi|container rm|image rm|pull|image pull|help'.split(
      '|',
    ),
  'docker-compose':
    '-f|-p|--verbose|--version|--compatibility|--dry-run|--help|up|down|logs|ps|images|ls|top|config|convert|version|port|events|build|start|stop|restart|pause|unpause|kill|pull|create|wait|rm|run|exec'.split(
      '|',
    ),
  kubectl:
    '-n|--|get|describe|events|api-resources|api-versions|explain|wait|version|logs|top|top pod|top pods|top node|top nodes|cluster-info|config get-contexts|config current-context|config get-clusters|config view|auth can-i|auth whoami|rollout status|rollout history|help'.split(
      '|',
    ),
  helm: '-n|--|list|ls|status|history|get all|get hooks|get manifest|get notes|get values|get metadata|version|env|repo list|search repo|dependency list|plugin list|help|lint'.split(
    '|',
  ),
  terraform:
    '--version|--help|plan|providers|validate|providers schema|output|show|version|workspace list|workspace show|graph|state list|state show|init|fmt'.split(
      '|',
    ),
  tofu: '--version|--help|plan|providers|validate|providers schema|output|show|version|workspace list|workspace show|graph|state list|state show|init|fmt'.split(
    '|',
  ),
  pytest:
    '-q|-v|-x|-s|-l|-h|-k|-m|-n|-W|-r|-p|--quiet|--verbose|--exitfirst|--showlocals|--last-failed|--lf|--failed-first|--ff|--new-first|--nf|--stepwise|--sw|--stepwise-skip|--collect-only|--co|--no-header|--no-summary|--strict-markers|--strict-config|--runxfail|--fixtures|--markers|--version|--help|--setup-show|--setup-only|--setup-plan|--disable-warnings|--full-trace|--cache-clear|--no-cov|--no-cov-on-fail|--cov-append|--cov-branch|--trace-config|--keep-duplicates|--disable-pytest-warnings|'.split(
      '|',
    ),
  mypy: '-v|-h|-p|-m|--strict|--ignore-missing-imports|--show-error-codes|--hide-error-codes|--no-error-summary|--pretty|--no-pretty|--show-column-numbers|--show-error-context|--show-error-end|--namespace-packages|--no-namespace-packages|--explicit-package-bases|--no-incremental|--check-untyped-defs|--disallow-untyped-defs|--disallow-incomplete-defs|--disallow-untyped-calls|--disallow-any-generics|--no-implicit-optional|--warn-unused-ignores|--warn-redundant-casts|--warn-return-any|--warn-unreachable|--warn-unused-configs|--strict-equality|--strict-optional|--no-implicit-reexport|--no-site-packages|--no-color-output|--verbose|--version|--help|--allow-redefinition|--skip-cache-mtime-checks|--follow-imports-for-stubs|'.split(
    '|',
  ),
  ruff: '-q|-v|-s|-V|-h|--quiet|--verbose|--silent|--isolated|--version|--help|check|format|rule|linter|config|version'.split(
    '|',
  ),
  tox: '-l|-v|-q|-r|-p|-h|-e|--listenvs|--verbose|--quiet|--recreate|--parallel|--help|--version|--notest|--skip-pkg-install||run|r|run-parallel|p|list|l'.split(
    '|',
  ),
  pip: '-q|-v|-h|-V|--quiet|--verbose|--help|--version|--no-color|--disable-pip-version-check|--no-input|--no-python-version-warning|--require-virtualenv|list|show|freeze|check|inspect|help|index versions|install|uninstall'.split(
    '|',
  ),
  pip3: '-q|-v|-h|-V|--quiet|--verbose|--help|--version|--no-color|--disable-pip-version-check|--no-input|--no-python-version-warning|--require-virtualenv|list|show|freeze|check|inspect|help|index versions|install|uninstall'.split(
    '|',
  ),
  uv: '-q|-v|-h|-n|--quiet|--verbose|--help|--no-progress|--offline|--no-cache|--version|--no-config|run|sync|lock|tree|add|remove|pip list|pip show|pip freeze|pip tree|pip check|pip install|pip uninstall|python list|python find|tool list|cache dir|version|self version|venv|build'.split(
    '|',
  ),
  uvx: '-q|-v|--quiet|--verbose|--offline|--isolated|--no-cache|'.split('|'),
  poetry:
    '-q|-v|-n|-h|-V|--quiet|--verbose|--no-interaction|--no-ansi|--help|--version|--ansi|run|install|sync|lock|check|update|show|add|remove|env info|env list|version|about|list|build|search'.split(
      '|',
    ),
  pipenv: '-h|-q|--version|--help|--venv|--where|--py|run|install|uninstall|sync|lock|graph|check|update|verify'.split('|'),
  just: '-l|-n|-q|-v|--list|--dry-run|--quiet|--verbose|--summary|--variables|--version|--help|--evaluate|--dump|--highlight|--no-highlight|--unsorted|'.split(
    '|',
  ),
  task: '-l|-a|-n|-p|-s|-v|-f|-x|--list|--list-all|--dry|--parallel|--silent|--verbose|--force|--summary|--status|--version|--help|--json|--exit-code|'.split(
    '|',
  ),
  rake: '-T|-P|-n|-s|-q|-v|-D|-m|-t|--tasks|--prereqs|--dry-run|--silent|--quiet|--verbose|--describe|--trace|--version|--help|--all|--multitask|'.split(
    '|',
  ),
  ninja: '-n|-v|-j|-k|--version|--verbose|--quiet|--help|'.split('|'),
  mvn: '--q|--quiet|--X|--debug|--B|--batch-mode|--e|--errors|--o|--offline|--U|--update-snapshots|--ntp|--no-transfer-progress|--am|--also-make|--amd|--also-make-dependents|--ff|--fail-fast|--fae|--fail-at-end|--fn|--fail-never|--N|--non-recursive|--nsu|--v|--version|--V|--show-version|--h|--help|'.split(
    '|',
  ),
  mvnw: '--q|--quiet|--X|--debug|--B|--batch-mode|--e|--errors|--o|--offline|--U|--update-snapshots|--ntp|--no-transfer-progress|--am|--also-make|--amd|--also-make-dependents|--ff|--fail-fast|--fae|--fail-at-end|--fn|--fail-never|--N|--non-recursive|--nsu|--v|--version|--V|--show-version|--h|--help|'.split(
    '|',
  ),
  gradle:
    '-q|-i|-d|-s|-S|-w|-h|-m|-x|--quiet|--info|--debug|--warn|--stacktrace|--full-stacktrace|--offline|--no-daemon|--daemon|--parallel|--no-parallel|--continue|--rerun-tasks|--build-cache|--no-build-cache|--configuration-cache|--no-configuration-cache|--dry-run|--refresh-dependencies|--all|--version|--help|--fail-fast|--rerun|--no-scan|'.split(
      '|',
    ),
  gradlew:
    '-q|-i|-d|-s|-S|-w|-h|-m|-x|--quiet|--info|--debug|--warn|--stacktrace|--full-stacktrace|--offline|--no-daemon|--daemon|--parallel|--no-parallel|--continue|--rerun-tasks|--build-cache|--no-build-cache|--configuration-cache|--no-configuration-cache|--dry-run|--refresh-dependencies|--all|--version|--help|--fail-fast|--rerun|--no-scan|'.split(
      '|',
    ),
  dotnet:
    '-h|-d|--version|--info|--list-sdks|--list-runtimes|--help|--diagnostics|build|test|clean|restore|pack|run|format|list package|list reference|sln list|tool list|package list|package search|add package|package add'.split(
      '|',
    ),
  bundle:
    '-v|-h|--version|--verbose|--no-color|--help|install|check|list|show|outdated|info|update|licenses|platform|lock|exec'.split(
      '|',
    ),
  rspec:
    '-b|-c|-w|-X|-h|-f|-e|-p|-P|-t|-E|-s|--backtrace|--color|--no-color|--force-color|--warnings|--dry-run|--only-failures|--next-failure|--bisect|--help|--version|--fail-fast|--profile|'.split(
      '|',
    ),
  composer:
    '-q|-v|-n|-V|--quiet|--verbose|--no-interaction|--ansi|--no-ansi|--version|--help|install|i|update|u|require|remove|dump-autoload|dumpautoload|show|outdated|validate|audit|why|depends|why-not|prohibits|licenses|suggests|search|fund|check-platform-reqs|status|diagnose|about|list'.split(
      '|',
    ),
  phpunit:
    '-v|-h|--testdox|--no-coverage|--coverage-text|--stop-on-failure|--stop-on-error|--stop-on-defect|--debug|--verbose|--display-deprecations|--display-warnings|--display-notices|--no-progress|--help|--version|--list-tests|--list-suites|--list-groups|--colors|--fail-on-warning|'.split(
      '|',
    ),
  apt: '-y|-q|-s|-V|-u|-f|--yes|--assume-yes|--quiet|--no-install-recommends|--no-install-suggests|--install-recommends|--reinstall|--only-upgrade|--fix-broken|--fix-missing|--no-upgrade|--dry-run|--simulate|--purge|--autoremove|--installed|--upgradable|--all-versions|--auto-remove|--show-progress|--names-only|--full|--help|--version|update|install|remove|purge|upgrade|autoremove|clean|autoclean|list|search|show|policy|depends|rdepends|check'.split(
    '|',
  ),
  'apt-get':
    '-y|-q|-s|-V|-u|-f|--yes|--assume-yes|--quiet|--no-install-recommends|--no-install-suggests|--install-recommends|--reinstall|--only-upgrade|--fix-broken|--fix-missing|--no-upgrade|--dry-run|--simulate|--purge|--autoremove|--installed|--upgradable|--all-versions|--auto-remove|--show-progress|--names-only|--full|--help|--version|update|install|remove|purge|upgrade|autoremove|clean|autoclean|list|search|show|policy|depends|rdepends|check'.split(
      '|',
    ),
  brew: '-v|-h|--version|--help|install|uninstall|remove|rm|upgrade|update|outdated|list|ls|info|search|doctor|deps|uses|leaves|config|desc|pin|unpin|cleanup|reinstall|services list'.split(
    '|',
  ),
  systemctl:
    '-a|-l|-q|-n|-t|-o|--all|--full|--no-pager|--no-legend|--plain|--user|--system|--failed|--quiet|status|is-active|is-enabled|is-failed|is-system-running|list-units|list-unit-files|list-timers|list-dependencies|show|cat'.split(
      '|',
    ),
};
