import type { FileProgram } from '../programs/file-program.js';
import { isMeantName } from './assignments.js';

/** Words that these programs open as a file, or take for more than a value. */
const AT_FILE = /^@/;
/** A word that is not a web address as curl and wget fetch it. Another scheme, also if a glob spells it, may be a file. */
const ADDRESS = /^(?!https?:\/\/|[\w.-]+(?::\d+)?(?:[/?#][^{}[\]]*)?$)/i;
const WEB = /^https?:\/\//i;
/** A path that leads out of the folder in which the program runs. */
const OUTSIDE = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;

/** Variables of the built-in rules of make (`make -p`). They name the programs that build `x` from `x.c` or `x.tex`, and their options. */
const BUILT_IN =
  /^(?:A[RS]|CC|CO|CPP|CXX|FC|GET|LD|LEX|LINT|M2C|MAKEINFO|PC|RM|TEX|TEXI2DVI|C?TANGLE|C?WEAVE|YACC|LDLIBS|LOADLIBES|OUTPUT_OPTION|TARGET_(?:ARCH|MACH)|(?:A[RS]|C|CO|CPP|CXX|F|G|L|LD|LINT|P|R|TEXI2DVI|Y)FLAGS)$/;

/** Whether a variable names a program that make runs, or options of one. */
export const isObeyedByMake = (name: string): boolean => isMeantName(name) || BUILT_IN.test(name) || /SHELL|MAKE/i.test(name);

/**
 * `X=1` is a value. If the value has blanks, `/` or `$` in it, or another spelling, make runs it or lets a recipe run it. The name of
 * a target comes into the recipes of the built-in rules as it is, so it has no signs of a shell and stays in the folder.
 */
const isOddTarget = (word: string): boolean => {
  if (/^(?:CC|CXX)=(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+)?$/.test(word)) return false;
  const [, name] = /^([A-Za-z_]\w*)=[\w.,:+-]*$/.exec(word) ?? [];
  if (name !== undefined) return isObeyedByMake(name);
  return !/^[\w.%][\w./:@,+%-]*$/.test(word) || OUTSIDE.test(word);
};

/**
 * Programs that always need a rule, option by option. An option that is missing here, or is abbreviated, makes the call unclear:
 * it names a file, an address or a program beyond what a rule for the program trusts.
 */
export const RULE_PROGRAMS: Readonly<Record<string, FileProgram>> = {
  curl: {
    flags: 'sSLfgGiIjkvVNqRZ#012346',
    values: 'AbCdeHmruUwxXyY',
    long: 'silent show-error location fail fail-with-body fail-early head include insecure verbose compressed get globoff no-buffer progress-bar no-progress-meter parallel junk-session-cookies ipv4 ipv6 http1.0 http1.1 http2 http2-prior-knowledge http3 tlsv1.2 tlsv1.3 basic digest anyauth ssl-reqd retry-all-errors retry-connrefused tcp-nodelay no-keepalive path-as-is disable version help',
    longValues:
      'request header data data-raw data-binary data-ascii data-urlencode json user user-agent referer cookie max-time connect-timeout retry retry-delay retry-max-time limit-rate max-redirs max-filesize range write-out url proxy resolve connect-to noproxy oauth2-bearer form-string speed-limit speed-time proto',
    writesValue: 'o output',
    odd: [
      ['d H data data-ascii data-binary header json', AT_FILE, /^[^@]/],
      ['data-urlencode', /^[^=]*@/],
      ['b cookie', /^[^=]*$/],
      ['w write-out', /^@|%output/i],
      ['o output', /#\d/],
      ['url', ADDRESS, WEB],
      ['', ADDRESS, WEB],
    ],
    needsRule: true,
    operands: 'others',
  },
  wget: {
    flags: 'qvcSN46',
    values: 'tTwUQ',
    long: 'quiet verbose no-verbose continue no-clobber timestamping server-response spider no-check-certificate show-progress inet4-only inet6-only version help',
    longValues: 'tries timeout wait user-agent header method body-data post-data user password connect-timeout read-timeout',
    writesValue: 'O output-document',
    odd: [['', ADDRESS, WEB]],
    whole: '-nv -nc',
    needsRule: true,
    operands: 'others',
  },
  tar: {
    flags: 'cxtrudzjJZavpkmoOSUwliBn',
    values: 'fbC',
    long: 'create extract get list append update diff verbose gzip gunzip bzip2 xz zstd lzma auto-compress totals keep-old-files overwrite wildcards no-wildcards anchored no-anchored no-recursion no-same-owner no-same-permissions preserve-permissions one-file-system to-stdout exclude-vcs numeric-owner',
    longValues: 'file directory exclude strip-components format blocking-factor mode owner group sort label',
    // A name with `:` is an archive on another machine, which a program fetches.
    odd: [
      ['f file', /:/],
      ['C directory', OUTSIDE],
    ],
    bundle: true,
    needsRule: true,
    operands: 'others',
  },
  zip: {
    flags: 'rqjyuXDv0123456789',
    values: 'xP',
    long: 'recurse-paths quiet junk-paths symlinks',
    longValues: 'exclude',
    needsRule: true,
    operands: 'others',
  },
  make: {
    flags: 'BkinsSqtwrRdp',
    values: 'oW',
    attached: 'j l O jobs output-sync debug load-average',
    long: 'silent quiet keep-going no-keep-going dry-run just-print recon always-make ignore-errors print-directory no-print-directory touch question no-builtin-rules no-builtin-variables print-data-base trace warn-undefined-variables version help',
    odd: [['', isOddTarget, /^[a-z][\w.]*[-/]/]],
    needsRule: true,
    operands: 'others',
  },
  less: {
    flags: 'NSRFXieEIgGmMnqQrsuU',
    long: 'LINE-NUMBERS RAW-CONTROL-CHARS chop-long-lines no-init quit-if-one-screen ignore-case quit-at-eof',
    odd: [['', /^\+/]],
    needsRule: true,
    onlyReads: true,
    operands: 'others',
  },
  man: { flags: 'akfwW', needsRule: true, onlyReads: true, operands: 'others' },
};

/** Other names of these programs on other systems. */
const OTHER_NAMES: Readonly<Record<string, string>> = { gmake: 'make', gtar: 'tar', bsdtar: 'tar' };

/** The row of a program by its file name in lower case. */
export function ruleProgram(base: string): FileProgram | undefined {
  const name = Object.hasOwn(OTHER_NAMES, base) ? String(OTHER_NAMES[base]) : base;
  return Object.hasOwn(RULE_PROGRAMS, name) ? RULE_PROGRAMS[name] : undefined;
}
