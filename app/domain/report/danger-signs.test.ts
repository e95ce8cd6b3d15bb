import { describe, expect, test } from 'vitest';
import {
  confirmedSigns,
  dangerSigns,
  dangerSignsField,
  listSignsOf,
  listSources,
  parseSigns,
} from './danger-signs';

describe('the danger signs of an upload', () => {
  test.each([
    ['chestPain,fits', ['chestPain', 'fits']],
    [['fits'], ['fits']],
    [undefined, undefined],
    ['', []],
  ])('are read from a form and from JSON: %j', (sent, signs) => {
    expect(dangerSignsField.parse(sent)).toEqual(signs);
  });

  test('are refused if one is not on the list, so that no client believes that it was taken', () => {
    for (const sent of ['chestPain,hiccups', ['hiccups'], 7])
      expect(dangerSignsField.safeParse(sent).success).toBe(false);
  });

  test('have the order of the list, each once, with the words of the laboratory among them', () => {
    const sent = listSignsOf({ dangerSigns: ['fits', 'chestPain', 'fits'], urgent: true });
    expect(sent).toEqual(['chestPain', 'fits', 'saidUrgent']);
    expect(listSignsOf({ dangerSigns: [...dangerSigns].reverse() })).toEqual(dangerSigns);
    expect(listSignsOf({ urgent: false })).toEqual([]);
  });

  test('are read from a row without those of a later release', () => {
    expect(parseSigns('["later","fits"]')).toEqual(['fits']);
    expect(parseSigns(null)).toEqual([]);
  });

  test('have a source each', () => {
    const sources = listSources(confirmedSigns.length + 1);
    expect(sources[0]).toBe('');
    expect(sources.slice(1).filter((source) => /^WHO.*20\d\d$/.test(source))).toHaveLength(
      confirmedSigns.length,
    );
  });
});
