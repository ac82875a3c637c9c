const MOST_DEPTH = 4;

/** The kind of a message: `system/init`, `assistant`. */
export const kindOf = ({ type, subtype }) => (subtype === undefined ? type : `${type}/${subtype}`);

/** The paths of all fields of the messages of each kind. Names that are data (models, ids) count as one. */
export function fieldsByKind(messages) {
  const kinds = new Map();
  for (const message of messages) {
    const fields = kinds.get(kindOf(message)) ?? new Set();
    kinds.set(kindOf(message), fields);
    addFields(message, { path: '', fields, depth: 0 });
  }
  return kinds;
}

function addFields(value, { path, fields, depth }) {
  if (depth > MOST_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) addFields(item, { path: `${path}[]`, fields, depth: depth + 1 });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const field = `${path}${path === '' ? '' : '.'}${/^(?:claude-|toolu_)/.test(key) ? '*' : key}`;
    fields.add(field);
    addFields(item, { path: field, fields, depth: depth + 1 });
  }
}
