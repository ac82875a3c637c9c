const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A schedule in words where that is short, else as it is written. */
export function describeCron(cron: string, timezone?: string): string {
  const fields = cron.trim().split(/\s+/);
  const words =
    (fields.length === 5 ? inWords(fields as [string, string, string, string, string]) : undefined) ?? `at ${cron.trim()}`;
  return timezone === undefined ? words : `${words} (${timezone})`;
}

function inWords([minute, hour, date, month, day]: [string, string, string, string, string]): string | undefined {
  const anyDay = date === '*' && month === '*' && day === '*';
  if (anyDay && hour === '*') return minutesInWords(minute);
  const every = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (anyDay && every !== undefined && isNumber(minute)) return `every ${every} hours at :${two(minute)}`;
  if (!isNumber(minute) || !isNumber(hour)) return undefined;
  const time = `${two(hour)}:${two(minute)}`;
  if (anyDay) return `every day at ${time}`;
  if (date === '*' && month === '*') return dayInWords(day, time);
  if (!isNumber(date) || day !== '*') return undefined;
  if (month === '*') return `on day ${date} of every month at ${time}`;
  const name = isNumber(month) ? MONTHS[Number(month) - 1] : undefined;
  return name === undefined ? undefined : `on ${name} ${date} at ${time}`;
}

function minutesInWords(minute: string): string | undefined {
  if (minute === '*') return 'every minute';
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (every !== undefined) return every === '1' ? 'every minute' : `every ${every} minutes`;
  return isNumber(minute) ? `every hour at :${two(minute)}` : undefined;
}

function dayInWords(day: string, time: string): string | undefined {
  if (day === '1-5') return `every weekday at ${time}`;
  const name = isNumber(day) ? DAYS[Number(day)] : undefined;
  return name === undefined ? undefined : `every ${name} at ${time}`;
}

const isNumber = (field: string) => /^\d+$/.test(field);
const two = (field: string) => field.padStart(2, '0');
