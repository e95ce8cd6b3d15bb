import { expect, test } from 'vitest';
import { newId } from '~/platform/ids.server';
import { toCaseNumber, toIdPrefix } from './report-constants';

test.each(['10YZ-0A1B', '10yz0a1b', ' 10yz 0a1b ', 'IOyz-oaLb', 'l0YZ–0A1B', '1 0 Y Z 0 A 1 B'])(
  'reads the case number 10YZ-0A1B in the spelling %j',
  (typed) => {
    expect(toIdPrefix(typed)).toBe('10yz0a1b');
  },
);

test.each(['', '10YZ-0A1', '10YZ-0A1B2', '10YZ-0AUB', 'Asha Rao', '%%%%%%%%'])(
  'rejects %j as a case number',
  (typed) => {
    expect(toIdPrefix(typed)).toBeUndefined();
  },
);

test('reads back every case number it returns', () => {
  for (let times = 0; times < 100; times += 1) {
    const id = newId();
    expect(id.startsWith(toIdPrefix(toCaseNumber(id)) ?? 'none')).toBe(true);
  }
});
