/** The number of a variable, if it is one that is not below `least`. Any other text counts as an absent variable. */
export function numberIn(text: string | undefined, least = 1): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(value) && value >= least ? value : undefined;
}
