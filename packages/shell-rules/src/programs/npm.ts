import { NONE, type Program } from './program.js';
import { each, PACKAGES, QUIET } from './rows.js';

/** Options of npm's configuration that change neither a program, a place nor an address. npm reads them behind every word. */
const SHARED = {
  // npm reads `-reg` as one option, not as three.
  single: true,
  flags: 'sqdlapywvh',
  whole: '-ws -dd -ddd',
  long: `${QUIET} json long parseable yes if-present ignore-scripts foreground-scripts workspaces include-workspace-root no-workspaces offline prefer-offline prefer-online dry-run no-progress no-update-notifier no-audit no-fund force all production`,
  longValues: 'loglevel workspace omit include depth',
  values: 'w',
} as const;
const SHORT = 'sqdlapyvh';
const BASE = { ...SHARED, flags: SHORT };
const SCRIPT = BASE;
const INSTALL = {
  ...BASE,
  flags: `${SHORT}DSOEPBf`,
  long: `${BASE.long} save no-save save-dev save-prod save-exact save-optional save-peer save-bundle legacy-peer-deps strict-peer-deps no-package-lock package-lock-only no-bin-links prefer-dedupe audit fund`,
};

export const NPM: Program = {
  options: BASE,
  covers: {
    ...each('test t tst start stop restart run run-script rum urn', SCRIPT),
    ...each('ci clean-install ic install-clean isntall-clean install-ci-test cit clean-install-test', { ...INSTALL, odd: NONE }),
    ...each('install i in ins inst insta instal isnt isnta isntal isntall add install-test it', { ...INSTALL, odd: PACKAGES }),
    ...each('uninstall unlink remove rm r un update up upgrade udpate u', { ...INSTALL, odd: PACKAGES }),
    ...each('dedupe ddp find-dupes prune rebuild rb', { ...INSTALL, odd: PACKAGES }),
    ...each('ls list la ll explain why outdated fund query audit sbom', {
      ...INSTALL,
      longValues: `${BASE.longValues} audit-level sbom-format`,
      long: `${INSTALL.long} link`,
    }),
    ...each('view v info show search s se find ping whoami root prefix stars', {
      ...BASE,
      odd: [['1', PACKAGES[0]?.[1] ?? /^/]],
    }),
    ...each('cache verify,cache ls,config get,config list,config ls,c get,c list,c ls,get,pkg get,dist-tag ls,dist-tags', BASE),
    ...each('version verison', {
      ...BASE,
      flags: `${SHORT}f`,
      values: 'wm',
      long: `${BASE.long} git-tag-version no-git-tag-version commit-hooks no-commit-hooks allow-same-version`,
      longValues: `${BASE.longValues} message preid`,
      odd: [['', /^(?!(?:major|minor|patch|premajor|preminor|prepatch|prerelease|from-git|v?\d+\.\d+\.\d+[\w.-]*)$)/]],
    }),
    ...each('pack shrinkwrap init create innit', { ...BASE, odd: NONE }),
  },
  asks: 'access add-user adduser approve-scripts author bugs completion deny-scripts deprecate diff docs doctor edit exec explore help help-search hlep home install-scripts issues link ln login logout ogr org owner profile publish repo set sit stage star team token trust undeprecate unpublish unstar x',
};
