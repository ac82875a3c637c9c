/** Waits for all of the work, also where some of it fails: a compiler that goes on alone would leave its files. Throws the reasons of all failures. */
export async function allOf(work) {
  const ends = await Promise.allSettled(work);
  const problems = new Set(ends.flatMap(({ reason }) => (reason === undefined ? [] : [reason.message ?? String(reason)])));
  if (problems.size > 0) throw new Error([...problems].join('\n'));
  return ends.map(({ value }) => value);
}
