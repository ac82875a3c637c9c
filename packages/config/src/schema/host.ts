const HOST = /^(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/** Whether a text is a host such as `example.com` or `*.example.com`. */
export const isHost = (text: string): boolean => HOST.test(text);
