import { NONE, type Program } from './program.js';
import { each, PYTHON_TOOLS } from './rows.js';

const ONE_VERSION = '(?:[<>=~!]=?)?\\d+(?:\\.\\d+)*(?:\\.\\*)?(?:(?:a|b|rc)\\d+)?t?';
/** Anything but versions of Python. Another word may be a file of the folder, which uv runs. */
export const VERSION = new RegExp(`^(?!(?:(?:python|cpython|pypy|graalpy)[@-]?)?${ONE_VERSION}(?:,${ONE_VERSION})*$)`);
/** Packages of an index by name. An address, an archive and another folder hold anybody's code; `.` is the project. */
const PACKAGES = [
  [
    '',
    /^(?!\.(?:\[[\w,-]+\])?$|[\w][\w.-]*(?:\[[\w,.-]+\])?(?:(?:[=<>!~]=?|===|@)[\w.*,<>=!~+-]+)?$)|\.(?:whl|zip|tar|gz|bz2|tgz|egg|txt)$/,
  ],
] as const;
const PIP_ROW = {
  flags: 'qvh',
  long: 'quiet verbose help version no-color disable-pip-version-check no-input no-python-version-warning require-virtualenv',
} as const;
const INSTALL = {
  ...PIP_ROW,
  flags: `${PIP_ROW.flags}UIe`,
  values: 'e',
  readsValue: 'r requirement c constraint requirements constraints',
  long: `${PIP_ROW.long} upgrade no-deps no-cache-dir dry-run pre force-reinstall ignore-installed compile no-compile only-binary prefer-binary no-warn-script-location no-cache offline`,
  longValues: 'upgrade-strategy progress-bar editable extra',
  odd: [['e editable', PACKAGES[0][1]], ['r requirement requirements c constraint constraints', /:/], PACKAGES[0]],
} as const;

export const PIP: Program = {
  options: { ...PIP_ROW, flags: 'qvhV' },
  covers: {
    ...each('list show freeze check inspect help', {
      ...PIP_ROW,
      flags: `${PIP_ROW.flags}loufe`,
      long: `${PIP_ROW.long} outdated uptodate editable local user pre not-required exclude-editable include-editable files all`,
      longValues: 'format exclude',
    }),
    'index versions': { ...PIP_ROW, long: `${PIP_ROW.long} pre` },
    install: INSTALL,
    uninstall: { ...PIP_ROW, flags: `${PIP_ROW.flags}y`, long: `${PIP_ROW.long} yes`, odd: PACKAGES },
  },
  asks: 'cache completion config debug download hash search wheel',
};

const UV_ROW = { flags: 'qvhn', long: 'quiet verbose help no-progress offline no-cache version no-config' } as const;
const UV_ENV = {
  ...UV_ROW,
  long: `${UV_ROW.long} frozen locked dev no-dev all-extras no-sync no-install-project all-groups all-packages inexact no-editable isolated upgrade reinstall dry-run active no-default-groups`,
  longValues: 'extra group only-group no-group package python',
  values: 'p',
  odd: [['p python', VERSION]],
} as const;
/** A script of the folder. */
const PY = /^(?:\.\/)?(?!\.\.)[\w-][\w./-]*\.py$/;

export const UV: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: UV_ROW,
  covers: {
    run: { ...UV_ENV, runs: { from: 0, of: PYTHON_TOOLS, files: PY } },
    ...each('sync lock tree', { ...UV_ENV, longValues: `${UV_ENV.longValues} depth prune`, odd: [UV_ENV.odd[0], ['', /^/]] }),
    ...each('add remove', {
      ...UV_ENV,
      long: `${UV_ENV.long} optional`,
      readsValue: 'r requirements',
      odd: [UV_ENV.odd[0], PACKAGES[0]],
    }),
    ...each('pip list,pip show,pip freeze,pip tree,pip check', {
      ...UV_ROW,
      longValues: 'format depth exclude',
      long: `${UV_ROW.long} outdated editable strict system`,
    }),
    ...each('pip install,pip uninstall', { ...INSTALL, flags: 'qvUhe', values: 'e' }),
    ...each('python list,python find,tool list,cache dir,version,self version', {
      ...UV_ROW,
      long: `${UV_ROW.long} only-installed all-versions short`,
      odd: NONE,
    }),
    venv: {
      ...UV_ROW,
      flags: 'qv',
      values: 'p',
      long: `${UV_ROW.long} seed clear`,
      longValues: 'python prompt',
      odd: [UV_ENV.odd[0], ['', /^(?!\.?venv[\w.-]*$)/]],
    },
    build: { ...UV_ROW, long: `${UV_ROW.long} wheel sdist`, odd: NONE },
  },
  asks: '',
};

const POETRY_ROW = { flags: 'qvnhV', long: 'quiet verbose no-interaction no-ansi help version ansi' } as const;
export const POETRY: Program = {
  options: POETRY_ROW,
  covers: {
    run: { ...POETRY_ROW, runs: { from: 0, of: PYTHON_TOOLS } },
    ...each('install sync lock check update show', {
      ...POETRY_ROW,
      flags: `${POETRY_ROW.flags}EtloaT`,
      long: `${POETRY_ROW.long} sync no-root dry-run no-dev all-extras all-groups tree latest outdated all lock no-update regenerate strict only-root compile`,
      longValues: 'with without only extras',
      odd: PACKAGES,
    }),
    ...each('add remove', {
      ...POETRY_ROW,
      flags: `${POETRY_ROW.flags}D`,
      values: 'GE',
      long: `${POETRY_ROW.long} dev dry-run lock optional allow-prereleases`,
      longValues: 'group extras python',
      odd: PACKAGES,
    }),
    ...each('env info,env list,version,about,list,build,search', {
      ...POETRY_ROW,
      flags: `${POETRY_ROW.flags}ps`,
      long: `${POETRY_ROW.long} path short full-path`,
      odd: NONE,
    }),
  },
  asks: 'cache config debug help init new publish self shell source',
};

export const PIPENV: Program = {
  options: { flags: 'hq', long: 'version help venv where py' },
  covers: {
    run: { runs: { from: 0, of: PYTHON_TOOLS } },
    ...each('install uninstall', { flags: 'dv', long: 'dev deploy verbose skip-lock pre ignore-pipfile', odd: PACKAGES }),
    ...each('sync lock graph check update verify', { flags: 'dv', long: 'dev verbose bare json', odd: PACKAGES }),
  },
  asks: 'clean open requirements scripts shell',
};
