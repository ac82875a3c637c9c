import { ownPackage, readHash, workingFolder } from '@loadout/command';
import { findConfig, judgeConfig, openVerdicts, revokeTrust, type TrustExtent, type TrustVerdict } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import type { CommandCall } from '@loadout/core/commands';
import { trustFile } from '@loadout/node';
import type { Command } from '../arguments/command.js';
import type { trust } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { askExtent, keepAnswer, tellStanding } from '../load/ask-trust.js';
import { trustText } from '../render/trust-text.js';

export const execute: Command<typeof trust> = async ({ flags }, io) => {
  const file = trustFile(io.env);
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const verdict = await judged(flags, { cwd, file, io });
  if (flags.revoke) return revoke(verdict, { file, io });
  const tests = await judgedTests(flags, { cwd, file, io });
  if (flags.json) io.json(tests === undefined ? verdict : { ...verdict, tests });
  else {
    if (verdict.parts.length === 0) io.out(`Nothing in ${nameOf(verdict)} needs trust.\n`);
    else io.screen.out(trustText({ ...verdict, config: nameOf(verdict) }, io));
    if (verdict.personal !== undefined) io.screen.out(`\n${trustText(verdict.personal, io)}`);
    if (tests !== undefined) io.screen.out(`\n${trustText(tests, io)}`);
  }
  if (verdict.standing === true) await tellStanding(verdict, { file, io });
  const open = [...openVerdicts(verdict), ...(tests === undefined ? [] : [tests]).filter((one) => !one.trusted)];
  if (open.length === 0 && !flags.folder) {
    if (verdict.parts.length > 0 || verdict.personal !== undefined) io.tell('The configuration is trusted.\n');
    return 0;
  }
  if (flags.show) return 6;
  const extent = await wanted(open.length === 0 ? [verdict] : open, { flags, io });
  if (extent === undefined) {
    io.tell('Not trusted: these parts stay disabled.\n');
    return 6;
  }
  return record(extent, { verdict, tests, flags, file, io });
};

interface Answered {
  readonly verdict: TrustVerdict;
  readonly tests: TrustVerdict | undefined;
  readonly flags: CommandCall<typeof trust>['flags'];
  readonly file: string;
  readonly io: Io;
}

/**
 * Records the answer for the configuration, the person's own file beside it, and its tests. A folder that is trusted from now on covers its
 * tests; a personal file is trusted as it is.
 */
async function record(extent: TrustExtent, { verdict, tests, flags, file, io }: Answered): Promise<number> {
  const isNamed = ({ hash }: TrustVerdict) => flags.hash === undefined || readHash(flags.hash, '--hash') === hash;
  if (isNamed(verdict) && (!verdict.trusted || extent === 'folder')) await keepAnswer(verdict, { extent, file, io });
  const { personal } = verdict;
  if (personal !== undefined && !personal.trusted && isNamed(personal))
    await keepAnswer(personal, { extent: 'content', file, io });
  if (tests !== undefined && !tests.trusted && extent === 'content' && isNamed(tests))
    await keepAnswer(tests, { extent, file, io });
  return 0;
}

/** The tests that act, if there are any, and the package that runs tests is installed. */
async function judgedTests(
  flags: CommandCall<typeof trust>['flags'],
  { cwd, file, io }: Judging,
): Promise<TrustVerdict | undefined> {
  const config = flags.claude ? undefined : findConfig({ cwd, file: flags.config, env: io.env });
  const found = config === undefined ? undefined : await ownPackage('@loadout/test', () => import('@loadout/test'));
  const verdict = config === undefined ? undefined : await found?.judgeTests(config, { file });
  return verdict === undefined || verdict.parts.length === 0 ? undefined : verdict;
}

interface Judging {
  readonly cwd: string;
  /** The record of this user's trust. */
  readonly file: string;
  readonly io: Io;
}

/** Without a configuration, the active parts of Claude Code's files are judged. */
async function judged(flags: CommandCall<typeof trust>['flags'], { cwd, file, io }: Judging): Promise<TrustVerdict> {
  if (flags.claude) return judgeClaude({ cwd, file, io });
  try {
    return await judgeConfig({ cwd, file: flags.config, env: io.env, trust: { file } });
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || flags.config !== undefined) throw error;
    const verdict = await judgeClaude({ cwd, file, io });
    if (verdict.parts.length === 0) throw error;
    return verdict;
  }
}

/** Options of a program have no file. */
const nameOf = ({ config }: TrustVerdict) => (config.endsWith('(options)') ? 'Claude Code files' : config);

async function revoke(verdict: TrustVerdict, { file, io }: { readonly file: string; readonly io: Io }): Promise<number> {
  const was = await revokeTrust(file, verdict.root);
  io.out(`${verdict.root} ${was ? 'is no longer trusted' : 'was not trusted'}.\n`);
  return 0;
}

async function wanted(
  verdicts: readonly TrustVerdict[],
  { flags, io }: { readonly flags: CommandCall<typeof trust>['flags']; readonly io: Io },
): Promise<TrustExtent | undefined> {
  const [{ config, hash } = { config: '', hash: '' }] = verdicts;
  if (flags.yes) return 'content';
  if (flags.folder) return 'folder';
  if (flags.hash !== undefined) {
    const given = readHash(flags.hash, '--hash');
    if (!verdicts.some((one) => one.hash === given)) throw errors.TRUST_OTHER({ config, hash });
    return 'content';
  }
  if (!io.canAsk) throw errors.TRUST_UNANSWERED({ config, hash });
  return askExtent(io);
}

/**
 * A program without a configuration file brings its own options and vouches for them. Only the files of the folder are judged.
 */
const OF_THE_PROGRAM = {
  providers: { anthropic: { use: '@loadout/model-anthropic' } },
  agents: { main: { tools: ['*'] } },
};

/** The active parts of Claude Code's files in a folder, as the engine of the Agent SDKs reads them. */
const judgeClaude = ({
  cwd,
  file,
  io,
}: {
  readonly cwd: string;
  readonly file: string;
  readonly io: Io;
}): Promise<TrustVerdict> =>
  judgeConfig({
    cwd,
    env: io.env,
    document: OF_THE_PROGRAM,
    claude: { sources: ['user', 'project', 'local'] },
    trust: { file },
  });
