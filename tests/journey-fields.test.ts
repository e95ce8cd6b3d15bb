import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportFields } from '~/domain/report/report-fields';
import { uploadForm } from '~/domain/report/schemas';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { fieldFillers, fieldLocators, unfilledFields } from './support/journey-fields';

const schema = z.toJSONSchema(uploadForm, { io: 'input', unrepresentable: 'any' });
const formFields = [...Object.keys(schema.properties ?? {}), uploadReport.file?.field ?? ''];
const here = 'tests/support/journey-fields.ts';

test('fills in each field of the upload form in the browser journey', () => {
  const missing = formFields.filter((field) => !(field in fieldFillers) && !(field in unfilledFields));
  const hint = `Add these fields to fieldFillers in ${here}, or to unfilledFields with a reason`;
  expect(missing, hint).toEqual([]);
  const removedFields = Object.keys({ ...fieldFillers, ...unfilledFields }).filter(
    (field) => !formFields.includes(field),
  );
  expect(removedFields, `Remove these from ${here}: the form has no such field`).toEqual([]);
});

test('reads each typed field that a report shows in the browser journey', () => {
  const read = Object.values(fieldLocators).flatMap((fields) => Object.keys(fields));
  const missing = Object.keys(fieldFillers).filter((field) => field in reportFields && !read.includes(field));
  expect(missing, `Add to fieldLocators in ${here} where the journey reads these fields again`).toEqual([]);
});
