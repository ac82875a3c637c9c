import { type Covered, NONE, type Program } from './program.js';

/** A script of package.json. Words behind `--` are its own. */
const SCRIPT: Covered = { flags: 's', long: 'silent if-present ignore-scripts', attached: 'workspaces workspace' };
/** A name from the registry: an address, a folder or a git repository brings code from elsewhere. */
const PACKAGE: Covered['odd'] = [['', /^(?!@?[\w.-]+(?:\/[\w.-]+)?(?:@[\w.^~<>=*-]+)?$)|^\.|^[\w.-]+\//]];

export const NPM: Program = {
  options: { flags: 's', long: 'silent' },
  covers: {
    test: SCRIPT,
    run: SCRIPT,
    ci: { long: 'ignore-scripts no-audit no-fund prefer-offline silent', odd: NONE },
    install: {
      flags: 'DEPs',
      long: 'save-dev save-exact save no-save save-optional save-peer no-audit no-fund ignore-scripts prefer-offline legacy-peer-deps silent',
      odd: PACKAGE,
    },
    ls: { flags: 'al', long: 'all json long parseable', longValues: 'depth' },
    exec: { flags: 'y', long: 'yes no', operands: 'command' },
    x: { flags: 'y', long: 'yes no', operands: 'command' },
    uninstall: { flags: 'DS', long: 'save save-dev no-save' },
    rm: { flags: 'DS', long: 'save save-dev no-save' },
    view: { long: 'json', odd: [['1', /^(?!@?[\w.-]+(?:\/[\w.-]+)?(?:@[\w.^~<>=*-]+)?$)|^\./]] },
  },
  asks: 'access add add-user adduser approve-scripts audit author bugs c cache cit clean-install clean-install-test completion config create ddp dedupe deny-scripts deprecate diff dist-tag dist-tags docs doctor edit explain explore find find-dupes fund get help help-search hlep home i ic in info init innit ins inst insta instal install-ci-test install-clean install-scripts install-test isnt isnta isntal isntall isntall-clean issues it la link list ll ln login logout ogr org outdated owner pack ping pkg prefix profile prune publish query r rb rebuild remove repo restart root rum run-script s sbom se search set show shrinkwrap sit stage star stars start stop t team token trust tst u udpate un undeprecate unlink unpublish unstar up update upgrade urn v verison version whoami why',
};
