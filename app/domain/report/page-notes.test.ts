import { expect, test } from 'vitest';
import { notesFor } from './page-notes';

test.each(['X-Ray', 'Dental Checkup', 'Eye Exam'])(
  'does not note dark pages in a report of type %s',
  (type) => {
    const notes = [
      { page: 1, note: 'dark' as const },
      { page: 1, note: 'small' as const },
    ];
    expect(notesFor(type, notes)).toEqual([{ page: 1, note: 'small' }]);
    expect(notesFor('Blood Test', notes)).toEqual(notes);
  },
);
