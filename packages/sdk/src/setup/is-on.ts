/** Whether a variable is a switch that is on, as the reference reads switches: `1`, `true`, `yes` or `on`. */
export const isOn = (value: string | undefined): boolean => /^(?:1|true|yes|on)$/i.test(value?.trim() ?? '');
