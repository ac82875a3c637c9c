import { NONE, type Program } from './program.js';
import { each } from './rows.js';

/** Packages of the module and of the standard library. `url@version` fetches a program, and `..` leaves the module. */
const PACKAGES = [['', /@|:\/\/|^[/~-]|(?:^|\/)\.\.(?:\/(?!\.\.)|$)/, /^[\w.]/]] as const;
const BUILD = {
  oneDash: true,
  long: 'v race asan msan cover a n x trimpath json',
  longValues: 'tags p mod covermode coverpkg buildvcs buildmode pgo',
  odd: [...PACKAGES, ['pgo', /[./]/]],
} as const;

export const GO: Program = {
  options: {},
  covers: {
    build: { ...BUILD, writesValue: 'o' },
    vet: BUILD,
    test: {
      ...BUILD,
      long: `${BUILD.long} short failfast benchmem fullpath i`,
      longValues: `${BUILD.longValues} run bench count timeout parallel cpu benchtime skip shuffle list vet fuzz fuzztime`,
    },
    run: { ...BUILD, operands: 'task' },
    list: { ...BUILD, long: `${BUILD.long} m e deps test versions u find`, longValues: `${BUILD.longValues} f` },
    ...each('fmt doc', { oneDash: true, long: 'n x all short src u c cmd', odd: PACKAGES }),
    ...each('mod tidy,mod download,mod graph,mod why,mod verify', {
      oneDash: true,
      long: 'v x e m json',
      longValues: 'go compat',
      odd: PACKAGES,
    }),
    get: { oneDash: true, long: 'u t v x', odd: [['', /^[./~-]|:\/\/|^[^@]*\.\./]] },
    clean: { oneDash: true, long: 'testcache n x', odd: NONE },
    env: { oneDash: true, long: 'json', odd: [['', /^(?![A-Z0-9]+$)/]] },
    version: { oneDash: true, long: 'm v', odd: NONE },
    help: {},
  },
  asks: 'bug buildmode c cache environment filetype fix generate gopath goproxy importpath install modules packages private testflag testfunc tool vcs work',
};
