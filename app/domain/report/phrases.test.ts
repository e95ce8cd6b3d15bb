import { describe, expect, it } from 'vitest';
import { fillPhrase, findNamesIn, hasKnownVariables } from './phrases';

describe('a phrase', () => {
  it('fills in age and date, and needs a known age', () => {
    expect(fillPhrase('At {age}, on {date} and {date}.', { age: '7', date: '5 Mar' })).toBe(
      'At 7, on 5 Mar and 5 Mar.',
    );
    expect(fillPhrase('At {age}.', { age: null, date: '5 Mar' })).toBeNull();
    expect(fillPhrase('On {date}.', { age: null, date: '5 Mar' })).toBe('On 5 Mar.');
  });

  it('has no other variables, least of all a name', () => {
    expect(hasKnownVariables('At {age} on {date}')).toBe(true);
    for (const text of ['Dear {name}', '{Age}', '{}', '{ date }', '{{age}}x{first}'])
      expect(hasKnownVariables(text), text).toBe(false);
  });
});

describe('a patient’s name in a text', () => {
  it.each([
    ['Dear Asha, all is well', ['Asha Devi'], ['Asha']],
    ['ASHA’s iron is low', ['Asha Devi'], ['Asha']],
    ['Ms. Devi-Rao', ['Asha Devi'], ['Devi']],
    ['आशा, आपका आयरन कम है', ['आशा देवी'], ['आशा']],
    ['அன்பு செல்வி', ['செல்வி'], ['செல்வி']],
    ['عائشہ، سب ٹھیک ہے', ['عائشہ'], ['عائشہ']],
    ['Asha and Ravi', ['Asha', 'Ravi Kumar', 'Asha'], ['Asha', 'Ravi']],
  ])('is found as a whole word: %s', (text, names, found) => {
    expect(findNamesIn(text, names)).toEqual(found);
  });

  it.each([
    ['Ashamed of nothing', ['Asha Devi']],
    ['the natasha test', ['Asha']],
    ['Om is fine', ['Om Li']],
    ['आशावादी रहें', ['आशा']],
    ['All is well', ['', ' . ']],
  ])('is not found in another word or with two letters: %s', (text, names) => {
    expect(findNamesIn(text, names)).toEqual([]);
  });
});
