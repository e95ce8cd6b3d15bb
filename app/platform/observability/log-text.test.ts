import { expect, test } from 'vitest';
import { toLogText } from './log-text';

const line = (fields: object) => `${JSON.stringify({ time: '2026-03-05T04:00:09.000Z', ...fields })}\n`;
const withoutClock = (text: string) => text.replace(/^\d\d:\d\d:\d\d /, '');

test('a line of text has the time, the event and its fields', () => {
  const text = toLogText(line({ level: 30, msg: 'backup.made', bytes: 12, files: 3 }));
  expect(text).toMatch(/^\d\d:\d\d:\d\d backup\.made bytes=12 files=3\n$/);
});

test('a level above the normal one is named, and a value with spaces has quotation marks', () => {
  const text = toLogText(line({ level: 40, msg: 'email.delayed', why: 'no answer', email: 'a1' }));
  expect(withoutClock(text)).toBe('warn email.delayed why="no answer" email=a1\n');
});

test('stack frames follow an incident on their own lines', () => {
  const text = toLogText(
    line({
      level: 50,
      msg: 'incident',
      where: 'call',
      frames: ['at a (app/a.ts:1:2)', 'at b (app/b.ts:3:4)'],
    }),
  );
  expect(withoutClock(text)).toBe(
    'ERROR incident where=call\n    at a (app/a.ts:1:2)\n    at b (app/b.ts:3:4)\n',
  );
});

test('a line break in a value stays within its line', () => {
  expect(toLogText(line({ level: 30, msg: 'x', why: 'one\ntwo' })).split('\n')).toHaveLength(2);
});
