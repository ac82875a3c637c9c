import { readTables } from './tables.mjs';

const words = (list) => (list ?? '').split(' ').filter(Boolean);
const dashed = (name) => (name.length > 1 ? `--${name}` : `-${name}`);

/** The subcommands that a rule for git covers, each with its options in one text. `=` marks an option with a value. */
export async function readGitRows() {
  const { PROGRAMS } = await readTables();
  return Object.entries(PROGRAMS.git.covers).map(([name, { flags = '', values = '', long, longValues, attached }]) => {
    const bare = [...flags, ...words(long)].map(dashed);
    const taking = [...values, ...words(longValues), ...words(attached)].map((one) => `${dashed(one)}=`);
    return [name, [...new Set([...bare, ...taking])].join(' ')];
  });
}
