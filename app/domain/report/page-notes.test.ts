import { expect, test } from 'vitest';
import { listNotesOfType } from './page-notes';

test.each(['X-Ray', 'Dental Checkup', 'Eye Exam'])(
  'does not note dark pages in a report of type %s',
  (type) => {
    const notes = [
      { page: 1, note: 'dark' as const },
      { page: 1, note: 'small' as const },
    ];
    expect(listNotesOfType(type, notes)).toEqual([{ page: 1, note: 'small' }]);
    expect(listNotesOfType('Blood Test', notes)).toEqual(notes);
  },
);
