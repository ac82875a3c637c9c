import { join, relative } from 'node:path';
import { hanging, keepFiles, neededPackage, visible, workingFolder } from '@loadout/command';
import { loadMcpClient, serverPlace } from '@loadout/command/runs';
import { findConfig, folderOf, judgeConfig, LOCK_NAME, type LoadedConfig } from '@loadout/config';
import type { CommandCall } from '@loadout/core/commands';
import { differsFromLock, lockWithServers, makeLock, type ServerLookup, type ServersNow } from '@loadout/lock';
import { stateDir } from '@loadout/node';
import type { Command } from '../arguments/command.js';
import type { lock, lockVerify } from '../arguments/definitions.js';
import type { Io } from '../io.js';
import { loadWhole } from '../load/load-plan.js';
import { serversOff } from '../load/parts-off.js';
import { lockOptions, trustOptions } from '../load/settle-trust.js';
import { changeText } from '../load/whole-file.js';
import { onInterrupt } from '../signals.js';

type Flags = CommandCall<typeof lock>['flags'];

/**
 * Writes the servers that a configuration takes from a registry into its lock. A configuration is read with what the lock has for them, so
 * this comes first. Returns what takes the lock back if the configuration cannot be read then.
 */
async function lockServers(flags: Flags, io: Io): Promise<() => void> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const configFile = findConfig({ cwd, file: flags.config, env: io.env });
  if (configFile === undefined) return () => {};
  const configDir = folderOf(configFile);
  const isTrusted = async () =>
    (await judgeConfig({ cwd, file: configFile, env: io.env, trust: trustOptions(flags, io) })).trusted;
  const text = await lockWithServers({ configFile, configDir }, () => registryClient({ configDir, isTrusted, io }));
  const lockFile = join(configDir, LOCK_NAME);
  if (text === undefined) return () => {};
  const takeBack = keepFiles([lockFile]);
  changeText(lockFile, text);
  return takeBack;
}

interface Registry {
  readonly configDir: string;
  isTrusted(): Promise<boolean>;
  readonly io: Io;
}

async function registryClient({ configDir, isTrusted, io: { env } }: Registry): Promise<ServerLookup> {
  const mcp = await neededPackage('@loadout/mcp', { needs: 'A server of a registry', load: () => import('@loadout/mcp') });
  const base = env.LOADOUT_MCP_REGISTRY || undefined;
  const place = { folder: configDir, base, stateDir: join(stateDir(env), 'plugins', 'mcp'), isTrusted };
  return {
    resolve: (registry) => mcp.resolveServer(registry, place),
    bring: (bundle) => mcp.bringBundle(bundle, place),
  };
}

interface AskedServers extends ServersNow {
  /** The reason why a server could not be asked, by key. Disabled and untrusted servers are not listed. */
  readonly problems: Readonly<Record<string, string>>;
  /** The exit code, if a person interrupted the command. Then not all servers were asked. */
  readonly interrupted?: number | undefined;
}

/** Starts the enabled servers, and takes the fingerprints of their tools. */
async function askServers({ plan, trust }: LoadedConfig, { io, needs }: { io: Io; needs: string }): Promise<AskedServers> {
  const keys = Object.keys(plan.mcpServers ?? {});
  const isDisabled = (key: string) => plan.mcpServers?.[key]?.options.disabled === true;
  const wanted = keys.filter((key) => !isDisabled(key));
  const resting = [...serversOff({ trust }), ...keys.filter(isDisabled)];
  if (wanted.length === 0) return { fingerprints: {}, unasked: resting, problems: {} };
  const { connectOptions, fingerprintServers } = await loadMcpClient(plan.configDir, needs);
  const stopped = new AbortController();
  const interrupts = onInterrupt(io, () => stopped.abort());
  const options = { ...connectOptions(plan, { ...serverPlace(plan, io), keys: wanted }), signal: stopped.signal };
  const { fingerprints, problems } = await fingerprintServers(options).finally(() => interrupts.release());
  const unasked = [...resting, ...Object.keys(problems)];
  return { fingerprints, unasked, problems, interrupted: interrupts.exitCode };
}

/** Exits with 1 if a server could not be asked, because the lock is then incomplete. */
export const writeLock: Command<typeof lock> = async ({ flags }, io) => {
  const takeBack = await lockServers(flags, io);
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } }).catch((error: unknown) => {
    takeBack();
    throw error;
  });
  const file = join(loaded.plan.configDir, LOCK_NAME);
  const mcp = await askServers(loaded, { io, needs: 'loadout lock' });
  if (mcp.interrupted !== undefined) {
    takeBack();
    return mcp.interrupted;
  }
  changeText(file, await makeLock({ ...lockOptions(loaded, { flags, io }), mcp }));
  io.out(`Wrote ${relative(io.cwd, file)}. Review the changes before you commit the file.\n`);
  const problems = Object.entries(mcp.problems);
  for (const [key, problem] of problems)
    io.tell(`Kept the locked tools of mcpServers.${key}, because its tools could not be read: ${hanging(problem)}\n`);
  return problems.length === 0 ? 0 : 1;
};

export const verifyLock: Command<typeof lockVerify> = async ({ flags }, io) => {
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } });
  const mcp = await askServers(loaded, { io, needs: 'loadout lock verify' });
  if (mcp.interrupted !== undefined) return mcp.interrupted;
  const unknown = Object.entries(mcp.problems).map(([key, problem]) => `? mcp.${key}: ${problem}`);
  const lines = [...(await differsFromLock({ ...lockOptions(loaded, { flags, io }), mcp })), ...unknown];
  const ok = lines.length === 0;
  if (flags.json) io.json({ ok, lines });
  else if (ok) io.out(`Everything matches ${LOCK_NAME}.\n`);
  else
    io.out(
      `Differences from ${LOCK_NAME} (- locked, + found${unknown.length > 0 ? ', ? unknown' : ''}):\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`,
    );
  return ok ? 0 : 6;
};
