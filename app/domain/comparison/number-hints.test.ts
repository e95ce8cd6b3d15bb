import { describe, expect, test } from 'vitest';
import { findUnprintedNumbers, listPrintedNumbers } from './number-hints';

const find = (review: string, report = '') => findUnprintedNumbers(review, listPrintedNumbers(report));

describe('a number of a review is found in its report', () => {
  test.each([
    ['HbA1c is 7.9', 'HbA1c 7.9 %'],
    ['HbA1c is 7,9', 'HbA1c 7.90 %'],
    ['HbA1c is 7.9', 'HbA1c 7 ,9 %'],
    ['टीएसएच 6.85', 'टीएसएच ६.८५'],
    ['شوگر ۱۲۶ ہے', 'Sugar 126'],
    ['Normal is 4.0 to 5.6', '(4.0-5.6)'],
    ['BP 138/86', 'BP: 138 / 86'],
    ['Widal 1:160', 'Widal 1:160'],
    ['Widal 1:20', 'Widal 1:20'],
    ['Glucose about 104', 'Glucose 103.6'],
    ['Platelets 1.5 lakh', 'Platelets 1,52,000'],
    ['Platelets 96,000', 'Platelets 96 x10³/µL'],
    ['Platelets 1.52 lakh', 'Platelets 152 thousand/cumm'],
    ['Platelets 152,000', 'Platelets 1.52 lakhs/cumm'],
    ['Ferritin 1,234 today', 'Ferritin 1,234 sodium 138,5'],
    ['Ferritin 1.234 today', 'Ferritin 1,234 sodium 138,5'],
    ['T-score -2.7', 'T-score: -2.7'],
    ['Vitamin B12 187', 'B12 187'],
  ])('%s: %s', (review, report) => expect(find(review, report)).toEqual([]));
});

describe('a number of a review that its report does not print is named', () => {
  test.each([
    ['HbA1c is 9.7 %', 'HbA1c 7.9 %', '9.7'],
    ['Hb-8.9, again Hb 8.9', 'Hb 9.8', '8.9'],
    ['Platelets 2.5 lakh', 'Platelets 1,52,000', '2.5 lakh'],
    ['WBC 12,100', 'WBC 11,200', '12,100'],
    ['BP 183/86', 'BP 138/86', '183/86'],
    ['विटामिन बी12 178', 'B12 187', '178'],
    ['TSH 8.', 'TSH 6', '8'],
    ['TSH: 8 today', 'TSH 6', '8'],
    ['FBS-184 mg/dL', 'FBS 148', '184'],
    ['Seen on 12/11/2026: ESR 24 may mean infection', 'ESR 42 on 24/11/2026', '24'],
    ['HbA1c 7.9 %.\n2. Sodium 183', 'HbA1c 7.9 Sodium 138', '183'],
  ])('%s: %s', (review, report, number) => expect(find(review, report)).toEqual([number]));
});

describe('nothing is said of', () => {
  test.each([
    ['a dose', 'Metformin 500 mg, insulin 10 units, syrup 5 ml, 2 tablets, 60 mcg/kg'],
    ['the doses of a day', 'Amlodipine 1-0-1'],
    ['a medicine with its strength', 'Tab. Telma 40. Dolo 650 thrice a day. Pan 40 at night.'],
    ['a limit', 'LDL should be below 70, HbA1c <6.5 %, शुगर 180 से कम'],
    ['a span of time', 'Repeat after 3 months, 4–6 weeks, day 21, 45-year-old, 30 मिनट, 10 நாட்கள்'],
    ['a time of day', 'At 10:30, 8 am, सुबह 7 बजे'],
    [
      'a date',
      '12/11/2026, 12.11.26, on 12/11, in 2027, January 15, 15 जनवरी, 15 ஜனவரி, ১৫ জানুয়ারি, 2nd of March',
    ],
    ['a phone number', '9876543210, +91 98765 43210, 080-2345 6789, call 108, 108 पर कॉल करें, 108 அழைக்கவும்'],
    [
      'a part of a name',
      'COVID-19, B12, B 12, type 2, टाइप 2, CA-125, CA 19-9, 25-OH, L4-L5, 2D echo, omega 3',
    ],
    ['things that are counted', '1. There are 2 findings.\n2. 3 चीज़ें'],
  ])('%s', (_what, review) => expect(find(review)).toEqual([]));
});

test('dates, times and telephone numbers of a report are no numbers that it prints', () => {
  expect(listPrintedNumbers('Hb 9.8, 12/11/2026 08:40, 14-11-2026, Tel. 9876543210, 3.5-5.1')).toEqual([
    '9.8',
    '3.5',
    '5.1',
  ]);
});
