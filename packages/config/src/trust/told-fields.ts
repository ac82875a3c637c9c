/** Fields whose text goes to an agent. */
const TOLD: ReadonlySet<unknown> = new Set(['prompt', 'instructions', 'description', 'params', 'text', 'name', 'whenToUse']);

/** Whether a value at this path is only text for the model. Without a reference in it, the agent still works in the same way. */
export const isTold = (path: readonly (string | number)[]): boolean => path.some((key) => TOLD.has(key));
