import { judgeConfig, revokeTrust, type TrustExtent, type TrustVerdict } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import type { Arguments } from '../arguments/definition.js';
import type { trust } from '../arguments/trust-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { askExtent, canAsk, keepAnswer, tellStanding } from '../load/ask-trust.js';
import { judgeClaude } from '../load/judge-claude.js';
import { readHash, trustFile } from '../load/settle-trust.js';
import { workingFolder } from '../load/working-folder.js';
import { printable, printableJson } from '../render/printable.js';
import { trustText } from '../render/trust-text.js';
import type { Command } from './command.js';

export const execute: Command<typeof trust> = async ({ flags }, io) => {
  const given = (['yes', 'folder', 'hash', 'show', 'revoke'] as const).filter(
    (flag) => flags[flag] === true || typeof flags[flag] === 'string',
  );
  if (given.length > 1) throw errors.USAGE_FLAGS_TOGETHER({ flags: given.map((flag) => `--${flag}`) });
  const file = trustFile(io.env);
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  if (flags.claude && flags.config !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--claude', '--config'] });
  const verdict = await judged(flags, { cwd, file, io });
  if (flags.revoke) return revoke(verdict, { file, io });
  if (flags.json) io.out(`${printableJson(verdict, 2)}\n`);
  else io.out(verdict.parts.length === 0 ? nothing(verdict) : trustText({ ...verdict, config: nameOf(verdict) }, io));
  if (verdict.standing === true) await tellStanding(verdict, { file, io });
  if (verdict.trusted && !flags.folder) {
    if (verdict.parts.length > 0) io.tell('The configuration is trusted.\n');
    return 0;
  }
  if (flags.show) return 6;
  const extent = await wanted(verdict, { flags, io });
  if (extent === undefined) {
    io.tell('Not trusted: these parts stay disabled.\n');
    return 6;
  }
  await keepAnswer(verdict, { extent, file, io });
  return 0;
};

interface Judging {
  readonly cwd: string;
  /** The record of this user's trust. */
  readonly file: string;
  readonly io: Io;
}

/** Without a configuration, the active parts of Claude Code's files are judged. */
async function judged(flags: Arguments<typeof trust>['flags'], { cwd, file, io }: Judging): Promise<TrustVerdict> {
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

const nothing = (verdict: TrustVerdict) => `Nothing in ${printable(nameOf(verdict))} needs trust.\n`;

/** Options of a program have no file. */
const nameOf = ({ config }: TrustVerdict) => (config.endsWith('(options)') ? 'Claude Code files' : config);

async function revoke(verdict: TrustVerdict, { file, io }: { readonly file: string; readonly io: Io }): Promise<number> {
  const was = await revokeTrust(file, verdict.root);
  io.out(`${printable(verdict.root)} ${was ? 'is no longer trusted' : 'was not trusted'}.\n`);
  return 0;
}

async function wanted(
  verdict: TrustVerdict,
  { flags, io }: { readonly flags: Arguments<typeof trust>['flags']; readonly io: Io },
): Promise<TrustExtent | undefined> {
  const { config, hash } = verdict;
  if (flags.yes) return 'content';
  if (flags.folder) return 'folder';
  if (flags.hash !== undefined) {
    if (readHash(flags.hash, '--hash') !== hash) throw errors.TRUST_OTHER({ config, hash });
    return 'content';
  }
  if (!canAsk(io)) throw errors.TRUST_UNANSWERED({ config, hash });
  return askExtent(io);
}
