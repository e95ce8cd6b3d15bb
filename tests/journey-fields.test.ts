import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportFields } from '~/domain/report/report-fields';
import { uploadForm } from '~/domain/report/schemas';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { showing, typing, untyped } from './support/journey-fields';

const schema = z.toJSONSchema(uploadForm, { io: 'input', unrepresentable: 'any' });
const formFields = [...Object.keys(schema.properties ?? {}), uploadReport.file?.field ?? ''];
const here = 'tests/support/journey-fields.ts';

test('fills in each field of the upload form in the browser journey', () => {
  const missing = formFields.filter((field) => !(field in typing) && !(field in untyped));
  const hint = `Say in ${here} what the journey types into these fields (typing), or why it types nothing (untyped)`;
  expect(missing, hint).toEqual([]);
  const removedFields = Object.keys({ ...typing, ...untyped }).filter((field) => !formFields.includes(field));
  expect(removedFields, `Take these out of ${here}: the form has no such field`).toEqual([]);
});

test('reads each typed field that a report shows in the browser journey', () => {
  const read = Object.values(showing).flatMap((fields) => Object.keys(fields));
  const missing = Object.keys(typing).filter((field) => field in reportFields && !read.includes(field));
  expect(missing, `Say in ${here} where the journey reads these fields again (showing)`).toEqual([]);
});
