/** The budgets of AGENTS.md by name, each with the words of its row. */
const ROWS = {
  file: 'a file',
  function: 'a function',
  contract: '`core/src/contract` in all',
  circles: 'circles of value imports',
  knots: 'knots of imports, types counted',
  dependencies: 'run-time dependencies of core',
};

/** The stops of the table by name. Throws for a row that is missing or has no number. */
export function readBudgets(markdown) {
  const rows = markdown.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return Object.fromEntries(
    Object.entries(ROWS).map(([name, label]) => {
      const stop = rows
        .find((cells) => cells[1] === label)?.[3]
        ?.replaceAll(',', '')
        .match(/\d+/)?.[0];
      if (stop === undefined) throw new Error(`The table of budgets has no stop in a row "${label}".`);
      return [name, Number(stop)];
    }),
  );
}
