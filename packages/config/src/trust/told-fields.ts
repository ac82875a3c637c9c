/** Fields whose text an agent is told. */
const TOLD: ReadonlySet<unknown> = new Set(['prompt', 'instructions', 'description', 'params', 'text', 'name', 'whenToUse']);

/** Whether a value at this path is only text for the model: without a reference in it the agent works as it would with it. */
export const isTold = (path: readonly (string | number)[]): boolean => path.some((key) => TOLD.has(key));
