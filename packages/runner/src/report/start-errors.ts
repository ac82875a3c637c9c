/** The errors about the options of an agent and the choice of its model. A part of the table of this package. */
export const startErrors = {
  MODEL_NONE: {
    message: (p: { reasons: readonly string[] }) => `No model is available: ${p.reasons.join('; ')}.`,
    fix: (p: { reasons: readonly string[] }) =>
      p.reasons.some((reason) => reason.includes('loadout trust'))
        ? 'Review the configuration, and trust it with: loadout trust'
        : 'Set the key named above, or give the agent a model whose provider needs no key.',
  },
  MODEL_INVALID: {
    message: (p: { seen: string }) => `The option model is ${p.seen.slice(0, 200)}, which is neither a name nor a provider.`,
    fix: () => 'Write a name such as "claude-sonnet-5-5" or "provider/id", or pass a provider such as anthropicProvider().',
  },
  MODEL_OPTION: {
    message: (p: { option: string; value: string; model: string; allowed: readonly string[] }) =>
      `${p.option} is ${p.value}, but the model ${p.model} takes ${p.allowed.length === 0 ? `no ${p.option}` : p.allowed.join(', ')}.`,
    fix: (p: { option: string; allowed: readonly string[] }) =>
      `${p.allowed.length === 0 ? `Remove ${p.option}` : `Use ${p.allowed.join(' or ')}`}, choose another model, or correct models.<alias>.capabilities.${p.option}.`,
  },
  MODEL_TWICE: {
    message: (p: { model: string; modelId: string }) =>
      `The model is named twice: ${JSON.stringify(p.model)} as model and ${JSON.stringify(p.modelId)} as modelId.`,
    fix: () => 'Leave out one of the two.',
  },
  OPTION_UNKNOWN: {
    message: (p: { name: string; of: string; nearest?: string | undefined; known: readonly string[] }) =>
      `There is no option "${p.name}" of ${p.of}.${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { known: readonly string[] }) => `Use one of: ${p.known.join(', ')}.`,
  },
  MODEL_UNKNOWN: {
    message: (p: { name: string; available: readonly string[] }) =>
      `There is no model "${p.name}"; declared: ${p.available.join(', ') || 'none'}.`,
    fix: () => 'Declare the model under models, or write provider/id.',
  },
};
