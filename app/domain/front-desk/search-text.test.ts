import { expect, test } from 'vitest';
import { findAccountForm } from './schemas';

const searchFor = (text: string) => findAccountForm.parse({ text });

test.each([
  'K7QM-3XPF-0',
  ' k7qm 3xpf 0 ',
  'K7QM3XPF0',
  'k7qm–3xpf–0',
  'Clinic number: K7QM-3XPF-0',
  'K७QM-३XPF-०',
])('the front desk may type a clinic number as %s', (text) => {
  expect(searchFor(text)).toEqual({ clinicNumber: 'K7QM3XPF0' });
});

test('a mistyped clinic number is looked for, as in its own field, and finds nobody', () => {
  expect(searchFor('K7QM-3XPF-1')).toEqual({ clinicNumber: 'unknown' });
});

test.each(['47ER-K1H6', '47er k1h6', '47erkih6', 'Case No. 47ER-K1H6', '৪৭ER-K১H৬', '2345 1962'])(
  'the front desk may type a case number as %s',
  (text) => {
    expect(searchFor(text).caseNumber).toMatch(/^(?:47erk1h6|23451962)$/);
  },
);

test.each([
  '3210',
  '3 2 1 0',
  '۳۲۱۰',
  '९८७६५ ४३२१०',
  '98765 43210',
  '098765-43210',
  '+91 98765 43210',
  '0091 (98765) 43210',
  '+65 8123 3210',
])('the front desk may type a phone number as %s', (text) => {
  expect(searchFor(text)).toEqual({ phoneEnd: '3210' });
});

test.each([
  'Lakshmi',
  '321',
  '98765',
  '+91 3210',
  'K7QM-3X',
  'asha@village.test',
  'K7QM-3XPF-05',
  '9'.repeat(16),
  '+',
])('what is neither number is refused beside the field: %s', (text) => {
  const { error } = findAccountForm.safeParse({ text });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['text', 'frontDesk.unclear'],
  ]);
});

test('the three fields go on as before', () => {
  expect(findAccountForm.parse({ caseNumber: '47ER-K1H6', text: '' })).toMatchObject({
    caseNumber: '47erk1h6',
  });
});
