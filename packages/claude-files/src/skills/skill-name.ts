const PART = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Whether a text can be the name of a skill. The text after a / must be one word. */
export const isSkillName = (text: string): boolean => text.split(':').every((part) => PART.test(part));
