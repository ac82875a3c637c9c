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
  asks: 'config explore pkg set',
};
