import { win32 } from 'node:path';

/**
 * The name that Node gives to a system, such as `linux`, `darwin` or `win32`. Each function of this folder takes one, and is tried in tables
 * for all three. No other file asks for the system of this process: `layers.json` says so.
 */
export type SystemName = string;

export const thisSystem: SystemName = process.platform;

/** Whether the kernel lists processes and open files below /proc. */
export const hasProc = (system: SystemName = thisSystem): boolean => system === 'linux';

/** Whether a program and what it starts can be one process group. On Windows, the processes are found by their parents instead. */
export const hasGroups = (system: SystemName = thisSystem): boolean => system !== 'win32';

/** Whether two spellings of a name are two files, as `A` and `a`. Others keep one spelling, and accept several. */
export const tellsSpellingsApart = (system: SystemName = thisSystem): boolean => system === 'linux';

/** Names the sandbox of a system. Windows has none without a program of its own. */
export function sandboxOf(system: SystemName = thisSystem): 'bubblewrap' | 'seatbelt' | undefined {
  if (system === 'linux') return 'bubblewrap';
  return system === 'darwin' ? 'seatbelt' : undefined;
}

/** The path of a folder that is held open. Without /proc it is the path by which the folder was opened. */
export const heldFolderPath = (
  folder: { readonly descriptor: number; readonly path: string },
  system: SystemName = thisSystem,
): string => (hasProc(system) ? `/proc/self/fd/${folder.descriptor}` : folder.path);

/** The file of a program that is named without an ending. */
export const programFile = (name: string, system: SystemName = thisSystem): string => (system === 'win32' ? `${name}.exe` : name);

/** The name of the package that has a program for one system, as several packages of npm do it. */
export const systemPackage = (name: string, system: SystemName = thisSystem, arch: string = process.arch): string =>
  `${name}-${system}-${arch}`;

/** The words in front of an address that open it in a browser. None of them is a shell, which would read the address as a command. */
export function browserOpener(system: SystemName = thisSystem): readonly string[] {
  if (system === 'darwin') return ['open'];
  return system === 'win32' ? ['rundll32.exe', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

/** Whether a screen is there to open a browser on. */
export const hasScreen = (env: Readonly<Record<string, string | undefined>>, system: SystemName = thisSystem): boolean =>
  system === 'darwin' || system === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER);

/** The program of Windows that ends a process and all that it started, by its full path: a project may have one of the same name. */
export const treeKiller = (pid: number, systemRoot = 'C:\\Windows'): readonly [file: string, args: readonly string[]] => [
  win32.join(systemRoot, 'System32', 'taskkill.exe'),
  ['/PID', String(pid), '/T', '/F'],
];
