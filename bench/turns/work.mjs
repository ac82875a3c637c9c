// The work of every contender: as many turns as wanted, one call each, then a last word.
export const TOOL = {
  name: 'page',
  description: 'Returns a page.',
  inputSchema: { type: 'object', properties: { page: { type: 'number' } }, required: ['page'] },
};

/** Results that an environment variable makes as long as 40 lines of a source file; without it they are one line. */
const lines = process.env.BENCH_PAGES === 'long' ? 40 : 0;
const LINE = 'const value = compute(input, { option: true, other: "text" }); // a line of a source file';

export const pageOf = ({ page }) => `Page ${page} says that the next page says more.${`\n${LINE}`.repeat(lines)}`;

/** The replies of the mock API, by the index of the request. */
export const repliesOf = (turns) => (_, index) =>
  index < turns
    ? { text: `I read page ${index}, because the last one named it.`, tools: [{ name: TOOL.name, input: { page: index } }] }
    : { text: 'Done.' };
