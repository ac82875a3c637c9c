/** @typedef {{ name: string, price: number, quantity: number }} Line */

/**
 * What a basket costs.
 * @param {readonly Line[]} lines
 */
export const total = (lines) => lines.reduce((sum, line) => sum + line.price, 0);
