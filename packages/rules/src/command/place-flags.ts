/** The flags that choose a configuration of which nothing runs. */
export const placeFlags = [
  {
    name: 'config',
    short: 'c',
    value: 'FILE',
    help: 'The configuration file. Default: agent.config.* in this folder or a folder above it, or in its .config.',
  },
  { name: 'profile', value: 'NAME', help: 'Apply profiles.NAME of the configuration.' },
  { name: 'cwd', value: 'DIR', help: 'The folder to work in. Default: the current folder.' },
] as const;

export interface PlaceFlags {
  readonly config: string | undefined;
  readonly profile: string | undefined;
  readonly cwd: string | undefined;
}
